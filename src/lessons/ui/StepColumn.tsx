import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { useUi } from '../../i18n';
import { Button } from '../../ui/controls';
import type { LessonRun } from '../lesson-run';
import { isRevealed, predictionOf } from '../run-state';
import type { LessonText } from '../text/lesson-text';
import { Ask, type Part } from './Ask';
import { Challenge } from './Challenge';
import { ClaimCard } from './ClaimCard';
import styles from './lesson.module.css';
import { Recall } from './Recall';
import { Line, Paragraphs } from './RichText';

interface StepColumnProps {
  readonly run: LessonRun;
  readonly text: LessonText;
  /** Parts of the picture on the stage, and the one chosen there, for a question that is answered on it. */
  readonly parts?: readonly Part[];
  readonly pointed?: string | undefined;
  readonly onPoint?: (id: string | undefined) => void;
  readonly onMoment: (position: number) => void;
  /** The stage, where it stands between the text and the question: on a phone. */
  readonly figure?: ReactNode;
  /** What leads on from a step. */
  readonly onward?: ReactNode;
  readonly editor?: (slot: { text: string; onChange: (text: string) => void; label: string }) => ReactNode;
}

/** Everything that is read and answered at one step of a lesson. */
export function StepColumn({ run, text, parts, pointed, onPoint, onMoment, figure, onward, editor }: StepColumnProps) {
  const { lesson: words } = useUi();
  const state = useSyncExternalStore(run.subscribe, run.getState);
  const { lesson } = run;
  const step = lesson.steps[state.current];
  const own = state.steps[state.current];
  const written = text.steps.find(({ id }) => id === step?.id);
  const heading = useRef<HTMLHeadingElement>(null);
  // A new step is read from its heading; the first one leaves the focus where it is.
  const seen = useRef(state.current);
  useEffect(() => {
    if (seen.current !== state.current) {
      heading.current?.focus({ preventScroll: true });
      // From its beginning, wherever the step before was left.
      heading.current?.parentElement?.scrollIntoView?.({ block: 'start' });
    }
    seen.current = state.current;
  }, [state.current]);

  if (state.phase === 'failed') {
    return (
      <section className={styles.column}>
        <p className={styles.failure}>{state.problem}</p>
      </section>
    );
  }
  if (state.phase === 'recall' && lesson.recall && text.recall) {
    return (
      <section className={styles.column}>
        <Recall
          question={lesson.recall}
          text={text.recall}
          answer={state.recall}
          onAnswer={(given) => run.recall(given)}
          onSkip={() => run.skipRecall()}
          onBegin={() => void run.next()}
        />
      </section>
    );
  }
  if (!step || !own || !written) return <section className={styles.column} aria-busy />;
  const prediction = predictionOf(step);
  const revealed = prediction === undefined || isRevealed(own.answer);
  const assumes = Object.values(text.assume);
  return (
    <section className={styles.column} aria-busy={state.busy} key={step.id}>
      <p className={styles.count}>{words.stepOf(state.current + 1, lesson.steps.length, lesson.minutes)}</p>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        <Line line={written.heading} />
      </h2>
      <Paragraphs text={written.body} className={styles.body} />
      {figure}
      {written.action && !own.acted && (
        <Button look="solid" className={styles.action} disabled={state.busy} onClick={() => void run.act()}>
          <Line line={written.action} />
        </Button>
      )}
      {own.acted && <Paragraphs text={written.afterAction} className={styles.body} />}
      {own.acted && prediction && written.ask && (
        <Ask
          prediction={prediction}
          text={written.ask}
          answer={own.answer}
          hints={own.hints}
          busy={state.busy}
          parts={parts}
          pointed={pointed}
          onPoint={onPoint}
          onAnswer={(given) => void run.answer(given)}
          onSkip={() => void run.skip()}
          onHint={() => run.hint()}
        />
      )}
      {own.acted && revealed && written.reveal.length > 0 && (
        <section className={styles.reveal} aria-label={words.revealed}>
          <Paragraphs text={written.reveal} className={styles.body} />
        </section>
      )}
      {own.acted && revealed && written.claim && <ClaimCard claim={written.claim} />}
      {step.kind === 'challenge' && (
        <Challenge
          step={step}
          text={written}
          state={own}
          busy={state.busy}
          onAttempt={(change) => void run.attempt(change)}
          onHint={() => run.hint()}
          onMoment={onMoment}
          editor={editor}
        />
      )}
      {written.summary.length > 0 && (
        <section className={styles.summary} aria-label={words.summary}>
          <Paragraphs text={written.summary} className={styles.body} />
        </section>
      )}
      {onward}
      {assumes.length > 0 && (
        <aside className={styles.assume} aria-label={words.assumes}>
          <h3>{words.assumes}</h3>
          <ul>
            {assumes.map((sentence) => (
              <li key={sentence[0]?.[0]?.text}>
                <Line line={sentence[0] ?? []} />
              </li>
            ))}
          </ul>
        </aside>
      )}
    </section>
  );
}
