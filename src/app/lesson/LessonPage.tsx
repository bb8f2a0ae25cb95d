import { CircleQuestionMark } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Atlas } from '../../../content/languages/en/atlas';
import { useUi } from '../../i18n/index';
import type { LessonRun } from '../../lessons/lesson-run';
import { endOf, waitsFor } from '../../lessons/run-state';
import type { LessonText } from '../../lessons/text/lesson-text';
import { StepColumn } from '../../lessons/ui/StepColumn';
import type { PictureName } from '../../stage/pictures';
import { useLesson, useLessonRun, useLessonText, useRunState, useStep } from '../../stage/use-lesson';
import { lab } from '../../store/lab-connection';
import { useLab } from '../../store/lab-store';
import { useSettings } from '../../store/settings';
import { Button } from '../../ui/controls';
import { EventDetailView } from '../../views/event-detail/View';
import { ObjectDetailView } from '../../views/object-detail/View';
import { sliceEdges } from '../../views/timeline/model';
import { TimelineView } from '../../views/timeline/View';
import { lessonAddress } from '../address';
import { useAtlas } from '../atlas';
import { Bar } from '../Bar';
import { takeLab } from '../beginning';
import { documentAddress, documentOf, findLesson, lessonsOf } from '../catalogue';
import { useKeys } from '../keys';
import { LiveRegion } from '../LiveRegion';
import { Notices } from '../Notices';
import { useArrival } from '../Page';
import { PlayerControls } from '../PlayerControls';
import Unknown from '../pages/Unknown';
import { replaceAddress } from '../route';
import { ShareButton } from '../ShareButton';
import { useSingleColumn } from '../use-single-column';
import { LessonStage } from './LessonStage';
import styles from './lesson-page.module.css';
import { Sheet } from './Sheet';
import { StepRow } from './StepRow';

interface LessonPageProps {
  readonly document: string;
  readonly slug: string;
  readonly step: string | undefined;
}

/** A lesson: its text, its cluster in pictures, why things happen, and the player. */
export default function LessonPage({ document, slug, step }: LessonPageProps) {
  const atlas = useAtlas();
  const language = useSettings((settings) => settings.language);
  const key = `${document}/${slug}`;
  const [attempt, setAttempt] = useState(0);
  const known = findLesson(document, slug) !== undefined;
  // Before the run begins: what the Worker held until now is another page's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt takes it anew
  useEffect(() => void takeLab(Symbol(key)), [key, attempt]);
  const lesson = useLesson(key);
  const run = useLessonRun(lesson === 'none' ? undefined : lesson, step, attempt);
  const text = useLessonText(key, language);
  if (!known) return <Unknown address={lessonAddress(document, slug)} />;
  if (!atlas) return null;
  return (
    <LessonFrame
      key={key}
      atlas={atlas}
      document={document}
      slug={slug}
      step={step}
      run={run}
      text={text}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

interface FrameProps extends LessonPageProps {
  readonly atlas: Atlas;
  readonly run: LessonRun | undefined;
  readonly text: LessonText | undefined;
  readonly onRetry: () => void;
}

/** `1` to `9` take the choice of that number. */
function chooseAnswer(digit: number): void {
  const choices = window.document.querySelectorAll<HTMLInputElement>('main form input[type="radio"]:enabled');
  choices[digit - 1]?.click();
}

function LessonFrame({ atlas, document, slug, step, run, text, onRetry }: FrameProps) {
  const { lessonPage: words } = atlas;
  const language = useSettings((settings) => settings.language);
  const entry = findLesson(document, slug);
  const state = useRunState(run);
  const narrow = useSingleColumn();
  const title = entry?.text[language].title ?? slug;
  useArrival(title);
  useKeys(chooseAnswer);

  const lesson = run?.lesson;
  const of = useStep(lesson, state, language);
  const { current, gate, pointed, setPointed } = of;
  useLimit(gate, state?.phase === 'step');
  useAddress(document, slug, step, run, of.step?.id);

  const [picture, setPicture] = useState<PictureName>();
  const [opened, setOpened] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step, or its answer, shows its own picture and object
  useEffect(() => {
    setPicture(undefined);
    setOpened(undefined);
  }, [current, of.revealed]);

  const [sheet, setSheet] = useState(false);
  const open = useCallback((id: string) => {
    setOpened(id);
    setSheet(true);
  }, []);
  const inspector = <Inspector opened={opened} onBack={() => setOpened(undefined)} />;
  const stage = (
    <LessonStage words={words} document={document} of={of} picture={picture} onPicture={setPicture} onOpen={open} />
  );
  const entryOf = documentOf(document);
  const documentTitle =
    entryOf && `${String(entryOf.number).padStart(2, '0')} ${atlas.documents[entryOf.folder].title}`;
  const crumbs = useMemo(
    () => [{ text: documentTitle ?? document, href: documentAddress(document) }, { text: title }],
    [documentTitle, document, title],
  );
  const stepCount =
    lesson && current >= 0 ? (
      <span className={styles.count}>{words.count(current + 1, lesson.steps.length)}</span>
    ) : undefined;

  return (
    <div className={styles.page}>
      <Bar current={undefined} crumbs={crumbs} facts={narrow ? stepCount : undefined}>
        {!narrow && <ShareButton address={async () => location.href} />}
      </Bar>
      <main className={styles.main}>
        <h1 className="sr-only" tabIndex={-1}>
          {title}
        </h1>
        <section className={styles.text} aria-label={words.text}>
          {run && text && state && state.phase !== 'starting' ? (
            <>
              <StepColumn
                run={run}
                text={text}
                {...(of.parts ? { parts: of.parts } : {})}
                pointed={pointed}
                onPoint={setPointed}
                onMoment={(position) => void lab.seek(position)}
                figure={
                  narrow && (
                    <div className={styles.stage} data-stage>
                      {stage}
                    </div>
                  )
                }
                onward={<Onward atlas={atlas} document={document} slug={slug} run={run} />}
              />
              {state.phase === 'failed' && (
                <p className={styles.failed}>
                  {words.failed} <Button onClick={onRetry}>{words.retry}</Button>
                </p>
              )}
            </>
          ) : (
            <p className={styles.starting} role="status">
              {words.starting}
            </p>
          )}
        </section>
        {!narrow && (
          <section className={styles.stage} data-stage aria-label={words.stage}>
            {stage}
          </section>
        )}
        {!narrow && <div className={styles.detail}>{inspector}</div>}
      </main>
      <footer className={styles.controls}>
        {narrow && (
          <Button className={styles.why} onClick={() => setSheet(true)}>
            <CircleQuestionMark size={16} aria-hidden />
            {words.why}
          </Button>
        )}
        <PlayerControls compact={narrow} />
      </footer>
      <Scrubber run={run} text={text} words={words} gate={gate} />
      {narrow && sheet && (
        <Sheet label={words.why} closeLabel={words.close} onClose={() => setSheet(false)}>
          {inspector}
        </Sheet>
      )}
      <Notices />
      <LiveRegion />
    </div>
  );
}

/** The player stops at an open question; elsewhere it shows what has been run, and the steps run the cluster on. */
function useLimit(gate: number | undefined, ready: boolean): void {
  const branch = useLab((view) => view.state?.branch);
  const phase = useLab((view) => view.phase);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new branch or Worker has to be told anew
  useEffect(() => {
    if (ready && phase === 'ready') void lab.limit(gate ?? Number.POSITIVE_INFINITY);
  }, [gate, ready, branch, phase]);
}

/** Keeps the step in the address, and goes to the step of an address that was changed. */
function useAddress(
  document: string,
  slug: string,
  wanted: string | undefined,
  run: LessonRun | undefined,
  step: string | undefined,
): void {
  const shown = useRef(wanted);
  useEffect(() => {
    if (step === undefined || step === shown.current) return;
    shown.current = step;
    replaceAddress(lessonAddress(document, slug, step));
  }, [document, slug, step]);
  useEffect(() => {
    if (!run || wanted === undefined || wanted === shown.current) return;
    shown.current = wanted;
    const index = run.lesson.steps.findIndex(({ id }) => id === wanted);
    if (index >= 0) void run.goTo(index);
  }, [run, wanted]);
}

function Inspector({ opened, onBack }: { readonly opened: string | undefined; readonly onBack: () => void }) {
  const { state, index, indexLength, rows, detail } = useLab();
  const position = state?.position ?? -1;
  const seek = useCallback((to: number) => void lab.seek(to), []);
  const common = { index, length: indexLength, position, onSeek: seek };
  return opened === undefined ? (
    <EventDetailView {...common} detail={detail} />
  ) : (
    <ObjectDetailView {...common} id={opened} rows={rows} onBack={onBack} />
  );
}

interface OnwardProps {
  readonly atlas: Atlas;
  readonly document: string;
  readonly slug: string;
  readonly run: LessonRun;
}

/** Where one can go from a step; behind the last one, where else. */
function Onward({ atlas, document, slug, run }: OnwardProps) {
  const { lessonPage: words } = atlas;
  const language = useSettings((settings) => settings.language);
  const state = useRunState(run);
  if (state?.phase !== 'step') return null;
  const last = state.current === run.lesson.steps.length - 1;
  const folder = documentOf(document)?.folder;
  const lessons = folder ? lessonsOf(folder) : [];
  const following = lessons[lessons.findIndex((lesson) => lesson.slug === slug) + 1];
  const first = run.lesson.recall ? -1 : 0;
  return (
    <nav className={styles.onward} aria-label={words.after}>
      {state.current > first && (
        <Button disabled={state.busy} onClick={() => void run.back()}>
          {words.previous}
        </Button>
      )}
      {!last && waitsFor(run.lesson, state) === undefined && (
        <Button look="solid" disabled={state.busy} onClick={() => void run.next()}>
          {words.next}
        </Button>
      )}
      {last && following && (
        <a href={lessonAddress(document, following.slug)}>{words.nextLesson(following.text[language].title)}</a>
      )}
      {last && <a href={documentAddress(document)}>{words.allLessons}</a>}
    </nav>
  );
}

interface ScrubberProps {
  readonly run: LessonRun | undefined;
  readonly text: LessonText | undefined;
  readonly words: Atlas['lessonPage'];
  readonly gate: number | undefined;
}

function Scrubber({ run, text, words, gate }: ScrubberProps) {
  const ui = useUi();
  const lesson = useRunState(run);
  const narrow = useSingleColumn();
  const count = lesson?.steps.length ?? 1;
  const current = lesson?.current ?? -1;
  const { state, index, indexLength } = useLab();
  const ends = useMemo(() => {
    const known: number[] = [];
    for (const step of lesson?.steps ?? []) {
      if (!step.anchor) break;
      known.push(endOf(step));
    }
    return known;
  }, [lesson?.steps]);
  const edges = useMemo(() => sliceEdges(count, narrow || current < 0 ? undefined : current), [count, current, narrow]);
  const steps = useMemo(() => ({ edges, ends }), [edges, ends]);
  return (
    <section className={styles.scrub} aria-label={ui.player.scrubber}>
      <TimelineView
        index={index}
        length={indexLength}
        position={state?.position ?? -1}
        at={state?.at ?? 0}
        granularity={state?.player.granularity ?? 'action'}
        onSeek={(position) => void lab.seek(position)}
        steps={steps}
        gate={gate}
      />
      {run && text && lesson && (
        <StepRow
          words={words}
          text={text}
          state={lesson}
          edges={edges}
          named={!narrow}
          onGo={(at) => void run.goTo(at)}
        />
      )}
    </section>
  );
}
