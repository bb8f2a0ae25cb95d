import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { EmbedWords } from '../../content/languages/en/embed';
import { loadLesson, loadLessonText } from '../lessons/catalogue';
import { LessonRun } from '../lessons/lesson-run';
import { progressOf, writeProgress } from '../lessons/progress';
import {
  gateOf,
  isMain,
  isRevealed,
  predictionOf,
  type RunState,
  type StepState,
  waitsFor,
} from '../lessons/run-state';
import type { LessonText } from '../lessons/text/lesson-text';
import type { Lesson } from '../lessons/types';
import { Line } from '../lessons/ui/RichText';
import { StepColumn } from '../lessons/ui/StepColumn';
import { useLab } from '../store/lab-store';
import { useSettings } from '../store/settings';
import { Button } from '../ui/controls';
import type { EmbedAddress } from './address';
import { Controls } from './Controls';
import { EmbedStage } from './EmbedStage';
import styles from './embed.module.css';
import { embedLab, embedStage } from './embed-lab';
import { Header } from './Header';
import { hear, tell } from './messages';
import { isComplete, predictionIn, scoreOf } from './score';
import { useParts } from './use-diagram';

interface LessonEmbedProps {
  readonly address: Extract<EmbedAddress, { kind: 'lesson' }>;
  readonly words: EmbedWords;
  readonly seen: boolean;
}

// A frame of a foreign page may have no storage; the lesson then lasts as long as the frame.
const progressStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
};

function useLesson(key: string, language: string) {
  const [lesson, setLesson] = useState<Lesson | 'none'>();
  const [text, setText] = useState<LessonText>();
  useEffect(() => {
    let wanted = true;
    void loadLesson(key).then((loaded) => {
      if (wanted) setLesson(loaded ?? 'none');
    });
    return () => {
      wanted = false;
    };
  }, [key]);
  useEffect(() => {
    let wanted = true;
    void loadLessonText(key, language).then((loaded) => {
      if (wanted) setText(loaded);
    });
    return () => {
      wanted = false;
    };
  }, [key, language]);
  return { lesson, text };
}

function useRun(lesson: Lesson | undefined, step: string | undefined, seen: boolean, attempt: number) {
  const [run, setRun] = useState<LessonRun>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is where the run begins; a further attempt is a further run
  useEffect(() => {
    if (!lesson || !seen) return;
    let open = true;
    const begun = new LessonRun(
      lesson,
      embedStage(() => open),
    );
    begun.subscribe(() => {
      if (open && begun.state.current >= 0) writeProgress(progressStorage, progressOf(lesson, begun.state));
    });
    setRun(begun);
    // A frame begins with the picture, not with a question about another lesson.
    const wanted = lesson.steps.some(({ id }) => id === step) ? step : lesson.steps[0]?.id;
    void begun.begin(wanted === undefined ? {} : { step: wanted });
    return () => {
      open = false;
    };
  }, [lesson, seen, attempt]);
  return run;
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

/** The last event that belongs to a step; -1: none is known yet. */
const endOf = ({ anchor, restPosition }: StepState): number => Math.max(anchor?.position ?? -1, restPosition ?? -1);

/** A step of no more events than this is played event by event: nothing of it would be seen otherwise. */
const shortRun = 40;

const noRun = { subscribe: () => () => {}, getState: () => undefined };

/** A lesson in a frame: its picture, three buttons and a caption; below them the step's text and question. */
export function LessonEmbed({ address, words, seen }: LessonEmbedProps) {
  const language = useSettings((settings) => settings.language);
  const loaded = useLesson(`${address.document}/${address.slug}`, language);
  const lesson = loaded.lesson === 'none' ? undefined : loaded.lesson;
  const { text } = loaded;
  const [attempt, setAttempt] = useState(0);
  const run = useRun(lesson, address.step, seen, attempt);
  const state = useSyncExternalStore(run?.subscribe ?? noRun.subscribe, run?.getState ?? noRun.getState);
  useReports(lesson, state);
  const isReady = lesson !== undefined && text !== undefined;
  useEffect(() => {
    if (isReady)
      tell({ type: 'ready', lesson: `${address.document}/${address.slug}`, steps: lesson?.steps.length ?? 0 });
  }, [isReady, address.document, address.slug, lesson]);

  const current = state?.current ?? -1;
  const step = lesson?.steps[current];
  const own = state?.steps[current];
  const gate = lesson && state ? gateOf(lesson, state) : undefined;
  const end = own && endOf(own);
  const limit = gate ?? (isMain(step) && end !== undefined && end >= 0 ? end : Number.POSITIVE_INFINITY);
  const branch = useLab((view) => view.state?.branch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new branch or Worker has to be told anew
  useEffect(() => {
    if (state?.phase === 'step') void embedLab.limit(limit);
  }, [limit, state?.phase, branch]);

  const goTo = (id: string) => {
    const index = run?.lesson.steps.findIndex((one) => one.id === id) ?? -1;
    if (index >= 0) void run?.goTo(index);
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

  const prediction = predictionOf(step);
  const revealed = own !== undefined && isRevealed(own.answer);
  const view = (isMain(step) && revealed && step.reveal?.view) || step?.view;
  const diagram = useMemo(() => {
    const named = view?.diagram ?? lesson?.steps.find((one) => one.view.diagram !== undefined)?.view.diagram;
    return typeof named === 'string' ? named : undefined;
  }, [view, lesson]);
  const [pointed, setPointed] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pointed at belongs to one step
  useEffect(() => setPointed(undefined), [current]);
  const parts = useParts(address.document, prediction?.kind === 'point' ? diagram : undefined, language);

  if (loaded.lesson === 'none')
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
  const beginning = Math.max(0, ...(state?.steps.slice(0, Math.max(0, current)) ?? []).map(endOf));
  const play = async () => {
    const { state: now } = useLab.getState();
    if (!now) return;
    // Where nothing is left to be played, the way to this step is shown again.
    const stop = Math.min(limit, now.length - 1);
    if (now.player.playing) {
      await embedLab.pause();
      return;
    }
    const from = now.position >= stop ? Math.min(beginning, stop) : now.position;
    if (from !== now.position) await embedLab.seek(from);
    await embedLab.play({ granularity: stop - from <= shortRun ? 'micro' : 'action' });
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
              onMoment={(position) => void embedLab.seek(position)}
            />
            {state.phase === 'failed' && <Button onClick={() => setAttempt(attempt + 1)}>{words.retry}</Button>}
          </section>
        )}
      </div>
    </main>
  );
}
