import { useEffect, useRef, useState } from 'react';
import type { EmbedWords } from '../../content/languages/en/embed';
import { endOf, isMain, type RunState, waitsFor } from '../lessons/run-state';
import type { Lesson } from '../lessons/types';
import { Line } from '../lessons/ui/RichText';
import { StepColumn } from '../lessons/ui/StepColumn';
import { useLesson, useLessonRun, useLessonText, useRunState, useStep } from '../stage/use-lesson';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { useSettings } from '../store/settings';
import { Button } from '../ui/controls';
import type { EmbedAddress } from './address';
import { Controls } from './Controls';
import { EmbedStage } from './EmbedStage';
import styles from './embed.module.css';
import { Header } from './Header';
import { hear, tell } from './messages';
import { isComplete, predictionIn, scoreOf } from './score';
import { useRest } from './use-frame';

interface LessonEmbedProps {
  readonly address: Extract<EmbedAddress, { kind: 'lesson' }>;
  readonly words: EmbedWords;
  /** Somebody may look. */
  readonly watched: boolean;
}

/** Tells the page around the frame what happens in the lesson. */
function useReports(lesson: Lesson | undefined, state: RunState | undefined): void {
  const current = state?.current ?? -1;
  useEffect(() => {
    const step = lesson?.steps[current];
    if (lesson && step) tell({ type: 'step', step: step.id, number: current + 1, steps: lesson.steps.length });
  }, [lesson, current]);
  const told = useRef({ tries: new Map<string, number>(), attempts: new Map<string, number>(), score: -1 });
  useEffect(() => {
    if (!lesson || !state) return;
    const step = lesson.steps[state.current];
    const own = state.steps[state.current];
    if (!step || !own) return;
    const { tries, attempts } = told.current;
    const answered = predictionIn(state, state.current);
    if (answered && own.answer.tries.length !== (tries.get(step.id) ?? 0)) {
      tries.set(step.id, own.answer.tries.length);
      tell({ type: 'prediction', step: step.id, right: answered.right });
    }
    const last = own.attempts.at(-1);
    if (last && own.attempts.length !== (attempts.get(step.id) ?? 0)) {
      attempts.set(step.id, own.attempts.length);
      tell({ type: 'goal', step: step.id, met: last.attempted.met });
    }
    const score = isComplete(lesson, state) ? scoreOf(lesson, state) : told.current.score;
    if (score === told.current.score) return;
    told.current.score = score;
    tell({ type: 'complete', score });
  }, [lesson, state]);
}

/** A step of no more events than this is played event by event: nothing of it would be seen otherwise. */
const shortRun = 40;

/** A lesson in a frame: its picture, three buttons and a caption; below them the step's text and question. */
export function LessonEmbed({ address, words, watched }: LessonEmbedProps) {
  const language = useSettings((settings) => settings.language);
  const key = `${address.document}/${address.slug}`;
  const loaded = useLesson(key);
  const lesson = loaded === 'none' ? undefined : loaded;
  const text = useLessonText(key, language);
  const [attempt, setAttempt] = useState(0);
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (watched) setBegun(true);
  }, [watched]);
  // A frame begins with the picture, not with a question about another lesson.
  const first = lesson?.steps.some(({ id }) => id === address.step) ? address.step : lesson?.steps[0]?.id;
  const run = useLessonRun(begun ? lesson : undefined, first, attempt);
  const state = useRunState(run);
  useRest(watched, state?.busy ?? false);
  useReports(lesson, state);
  const isReady = lesson !== undefined && text !== undefined;
  useEffect(() => {
    if (isReady) tell({ type: 'ready', lesson: key, steps: lesson?.steps.length ?? 0 });
  }, [isReady, key, lesson]);

  const { current, step, own, gate, since, prediction, revealed, view, diagram, pointed, setPointed, parts } = useStep(
    lesson,
    state,
    language,
  );
  const end = own && endOf(own);
  const limit = gate ?? (isMain(step) && end !== undefined && end >= 0 ? end : Number.POSITIVE_INFINITY);
  const branch = useLab((view) => view.state?.branch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new branch or Worker has to be told anew
  useEffect(() => {
    if (state?.phase === 'step') void lab.limit(limit);
  }, [limit, state?.phase, branch]);

  const goTo = (id: string) => {
    const index = run?.lesson.steps.findIndex((one) => one.id === id) ?? -1;
    // A frame that nobody looks at has no cluster: the page around may still send it to another step.
    if (index >= 0) void lab.wake().then(() => run?.goTo(index));
  };
  const goToNow = useRef(goTo);
  goToNow.current = goTo;
  useEffect(() => hear((order) => order.type === 'goto' && goToNow.current(order.step)), []);
  // A page may change its frame's address as well.
  const wanted = useRef(address.step);
  useEffect(() => {
    if (address.step !== undefined && address.step !== wanted.current) goToNow.current(address.step);
    wanted.current = address.step;
  }, [address.step]);

  if (loaded === 'none')
    return (
      <main>
        <Header address={address} words={words} title={words.unknown} step={undefined} />
      </main>
    );
  if (!lesson || !text) return null;
  const full = address.controls === 'full';
  const ready = run !== undefined && state?.phase === 'step';
  const idle = ready && !state.busy;
  // Where the question is not seen, going on leaves it out.
  const waits = full && state ? waitsFor(lesson, state) !== undefined : false;
  const isLast = current === lesson.steps.length - 1;
  const play = async () => {
    const { state: now } = useLab.getState();
    if (!now) return;
    // Where nothing is left to be played, the way to this step is shown again.
    const stop = Math.min(limit, now.length - 1);
    if (now.player.playing) {
      await lab.pause();
      return;
    }
    const from = now.position >= stop ? Math.min(since ?? 0, stop) : now.position;
    if (from !== now.position) await lab.seek(from);
    await lab.play({ granularity: stop - from <= shortRun ? 'micro' : 'action' });
  };
  const heading = text.steps.find(({ id }) => id === step?.id)?.heading;
  return (
    <main>
      <Header address={address} words={words} title={text.short} step={step?.id} />
      <div className={styles.body} data-text={full}>
        <section className={styles.stage} aria-label={words.picture}>
          {ready ? (
            <EmbedStage
              words={words}
              document={address.document}
              view={view}
              diagram={diagram}
              picture={address.view}
              since={since}
              gate={gate}
              chosen={prediction?.kind === 'point' ? pointed : undefined}
              onChoose={full && prediction?.kind === 'point' && !revealed ? setPointed : undefined}
            />
          ) : (
            <p className={styles.waiting}>{state?.phase === 'failed' ? words.failed : words.starting}</p>
          )}
        </section>
        <Controls
          words={words}
          canFork={idle}
          captionOnly={address.controls === 'none'}
          onBack={idle && current > 0 ? () => void run.back() : undefined}
          onForward={idle && !isLast && !waits ? () => void run.next() : undefined}
          onPlay={idle && (own?.acted || !full) ? () => void play() : undefined}
          caption={
            ready &&
            heading && (
              <>
                <b>{words.count(current + 1, lesson.steps.length)}</b> <Line line={heading} />
              </>
            )
          }
        />
        {full && run && state && state.phase !== 'starting' && (
          <section className={styles.text} aria-label={words.text}>
            {/* A new step is a new column: the focus stays where it is, and the page around does not scroll to it. */}
            <StepColumn
              key={current}
              run={run}
              text={text}
              {...(parts ? { parts } : {})}
              pointed={pointed}
              onPoint={setPointed}
              onMoment={(position) => void lab.seek(position)}
            />
            {state.phase === 'failed' && <Button onClick={() => setAttempt(attempt + 1)}>{words.retry}</Button>}
          </section>
        )}
      </div>
    </main>
  );
}
