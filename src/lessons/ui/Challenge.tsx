import { type ReactNode, useId, useState } from 'react';
import { useUi } from '../../i18n';
import { Button } from '../../ui/controls';
import type { Attempt } from '../../worker/scenario/types';
import type { StepState } from '../run-state';
import type { StepText } from '../text/lesson-text';
import type { ChallengeStep } from '../types';
import { toYaml } from '../yaml';
import { HintLadder } from './HintLadder';
import styles from './lesson.module.css';
import { Paragraphs } from './RichText';

interface EditorSlot {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly label: string;
}

interface ChallengeProps {
  readonly step: ChallengeStep;
  readonly text: StepText;
  readonly state: StepState;
  readonly busy: boolean;
  readonly onAttempt: (change: Attempt) => void;
  readonly onHint: () => void;
  /** Shows a moment of the last attempt's branch. */
  readonly onMoment: (position: number) => void;
  /** A larger editor instead of the plain one. */
  readonly editor?: ((slot: EditorSlot) => ReactNode) | undefined;
}

/** The learner's change: the goal, a manifest or a command line, and what came of the last try. */
export function Challenge(props: ChallengeProps) {
  const { step, text, state, busy, onAttempt, onHint, onMoment, editor } = props;
  const { lesson: words } = useUi();
  const first = step.edit ? toYaml(step.edit.from) : (step.kubectl?.from ?? '');
  const [change, setChange] = useState(first);
  const field = useId();
  const last = state.attempts.at(-1);
  const failure = text.failures.find(({ id }) => id === last?.failure);
  const broken = last?.attempted.broken[0];
  const label = step.edit ? words.manifest : words.command;
  return (
    <div className={styles.challenge}>
      <section className={styles.goal} aria-label={words.goal}>
        <h3>{words.goal}</h3>
        <Paragraphs text={text.goal} />
      </section>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && change.trim() !== '') onAttempt(step.edit ? { text: change } : { kubectl: change });
        }}
      >
        {step.edit && editor ? (
          editor({ text: change, onChange: setChange, label })
        ) : (
          <>
            <label htmlFor={field}>{label}</label>
            {step.edit ? (
              <textarea
                id={field}
                className={styles.manifest}
                rows={14}
                spellCheck={false}
                autoCapitalize="off"
                value={change}
                onChange={({ target }) => setChange(target.value)}
              />
            ) : (
              <textarea
                id={field}
                className={styles.command}
                rows={2}
                spellCheck={false}
                autoCapitalize="off"
                value={change}
                onChange={({ target }) => setChange(target.value.replaceAll('\n', ' '))}
                // One line, though it is shown in two where the column is narrow.
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  event.currentTarget.form?.requestSubmit();
                }}
              />
            )}
          </>
        )}
        <div className={styles.row}>
          <Button type="submit" look="solid" disabled={busy || change.trim() === ''}>
            {step.edit ? words.tryIt : words.runIt}
          </Button>
          {change !== first && (
            <Button look="ghost" onClick={() => setChange(first)}>
              {words.again}
            </Button>
          )}
        </div>
      </form>
      <div aria-live="polite">
        {last?.attempted.met && <p className={styles.met}>{words.goalMet}</p>}
        {last && !last.attempted.met && (
          <div className={styles.failure}>
            <p className={styles.verdict}>{words.goalMissed}</p>
            {last.attempted.faults.map(({ line, message }) => (
              <p key={`${line}${message}`}>{line > 0 ? words.faultAt(line, message) : message}</p>
            ))}
            {failure?.message !== undefined && <pre className={styles.message}>{failure.message}</pre>}
            {failure && <Paragraphs text={failure.body} />}
            {broken && (
              <Button look="ghost" onClick={() => onMoment(broken.position)}>
                {words.showMoment}
              </Button>
            )}
          </div>
        )}
      </div>
      {failure && !last?.attempted.met && <HintLadder hints={failure.hints} open={state.hints} onMore={onHint} />}
    </div>
  );
}
