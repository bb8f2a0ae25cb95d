import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { useUi } from '../../i18n';
import { Button, Select } from '../../ui/controls';
import type { Given } from '../answers';
import { type AnswerState, isRevealed } from '../run-state';
import { plainText } from '../text/inline';
import type { AskText, Texts } from '../text/lesson-text';
import type { Prediction } from '../types';
import { HintLadder } from './HintLadder';
import styles from './lesson.module.css';
import { Line, Paragraphs } from './RichText';

/** A part of the picture that can be pointed at. */
export interface Part {
  readonly id: string;
  readonly label: string;
}

interface AskProps {
  readonly prediction: Prediction;
  readonly text: AskText;
  readonly answer: AnswerState;
  readonly hints: number;
  readonly busy: boolean;
  /** Parts of the picture, for a question that is answered on it, and the one chosen there. */
  readonly parts?: readonly Part[] | undefined;
  readonly pointed?: string | undefined;
  readonly onPoint?: ((id: string | undefined) => void) | undefined;
  readonly onAnswer: (given: Given) => void;
  readonly onSkip: () => void;
  readonly onHint: () => void;
}

/** A question about what will happen: a number, one of several, an order, a place in the picture. */
export function Ask(props: AskProps) {
  const { prediction, text, answer, hints, busy, onAnswer, onSkip, onHint } = props;
  const { lesson: words } = useUi();
  const heading = useId();
  const [given, setGiven] = useState<Given | undefined>(prediction.kind === 'order' ? prediction.shown : undefined);
  const open = !isRevealed(answer);
  const verdict = answer.tries.at(-1)?.verdict;
  const chosen = prediction.kind === 'point' ? props.pointed : given;
  const wrong = verdict && !verdict.right && verdict.id !== undefined ? text.wrong[verdict.id] : undefined;
  return (
    <section className={styles.ask} aria-labelledby={heading}>
      <div id={heading} className={styles.question}>
        <Pencil aria-hidden size={18} />
        <div>
          <Paragraphs text={text.question} />
        </div>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (open && !busy && chosen !== undefined) onAnswer(chosen);
        }}
      >
        <Answer {...props} given={given} setGiven={setGiven} disabled={!open} />
        {open && (
          <div className={styles.row}>
            <Button type="submit" look="solid" disabled={busy || chosen === undefined}>
              {words.check}
            </Button>
            <Button look="ghost" disabled={busy} onClick={onSkip}>
              {words.skip}
            </Button>
          </div>
        )}
      </form>
      <div aria-live="polite">
        {verdict?.right && <p className={styles.verdict}>{words.right}</p>}
        {wrong && open && (
          <div className={styles.wrong}>
            <Paragraphs text={wrong} />
          </div>
        )}
        {verdict && !verdict.right && open && <p className={styles.verdict}>{words.another}</p>}
      </div>
      {open && <HintLadder hints={text.hints} open={hints} onMore={onHint} />}
    </section>
  );
}

interface AnswerProps extends AskProps {
  readonly given: Given | undefined;
  readonly setGiven: (given: Given | undefined) => void;
  readonly disabled: boolean;
}

function Answer(props: AnswerProps) {
  const { prediction, text, given, setGiven, disabled } = props;
  const { lesson: words } = useUi();
  switch (prediction.kind) {
    case 'number':
      return <NumberField label={words.number} value={given} onChange={setGiven} disabled={disabled} />;
    case 'choice':
      return (
        <Choices
          ids={Object.keys(prediction.options)}
          items={text.items}
          value={given as string | undefined}
          onChange={setGiven}
          disabled={disabled}
        />
      );
    case 'order':
      return (
        <OrderList
          items={text.items}
          value={(given ?? []) as readonly string[]}
          onChange={setGiven}
          disabled={disabled}
        />
      );
    case 'point':
      return (
        <div className={styles.point}>
          <span aria-hidden>{words.pointHere}</span>
          <Select
            label={words.pointHere}
            choices={[
              { value: '', label: words.pointNone },
              ...(props.parts ?? []).map(({ id, label }) => ({ value: id, label })),
            ]}
            value={props.pointed ?? ''}
            onChange={(id) => !disabled && props.onPoint?.(id === '' ? undefined : id)}
          />
        </div>
      );
  }
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: Given | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly disabled?: boolean;
}

export function NumberField({ label, value, onChange, disabled }: NumberFieldProps) {
  return (
    <input
      className={styles.number}
      type="number"
      inputMode="numeric"
      min={0}
      max={999}
      step={1}
      aria-label={label}
      value={value === undefined ? '' : String(value)}
      disabled={disabled}
      onChange={({ target }) => onChange(/^\d{1,3}$/.test(target.value) ? Number(target.value) : undefined)}
    />
  );
}

interface ChoicesProps {
  readonly ids: readonly string[];
  readonly items: Texts;
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
  readonly disabled?: boolean;
}

export function Choices({ ids, items, value, onChange, disabled }: ChoicesProps) {
  const { lesson: words } = useUi();
  const name = useId();
  return (
    <div role="radiogroup" aria-label={words.ask} className={styles.choices}>
      {ids.map((id, index) => (
        <label key={id} className={styles.choice}>
          <input type="radio" name={name} checked={value === id} disabled={disabled} onChange={() => onChange(id)} />
          <kbd aria-hidden>{index + 1}</kbd>
          <span>
            <Line line={items[id]?.[0] ?? []} />
          </span>
        </label>
      ))}
    </div>
  );
}

interface OrderListProps {
  readonly items: Texts;
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly disabled: boolean;
}

function OrderList({ items, value, onChange, disabled }: OrderListProps) {
  const { lesson: words } = useUi();
  const move = (from: number, to: number) => {
    const next = [...value];
    const [id] = next.splice(from, 1);
    if (id !== undefined) next.splice(to, 0, id);
    onChange(next);
  };
  return (
    <ol className={styles.order} aria-label={words.order}>
      {value.map((id, index) => {
        const label = plainText(items[id] ?? []);
        return (
          <li key={id}>
            <span>
              <Line line={items[id]?.[0] ?? []} />
            </span>
            <Button
              iconOnly
              look="ghost"
              aria-label={words.earlier(label)}
              disabled={disabled || index === 0}
              onClick={() => move(index, index - 1)}
            >
              <ArrowUp aria-hidden size={16} />
            </Button>
            <Button
              iconOnly
              look="ghost"
              aria-label={words.later(label)}
              disabled={disabled || index === value.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <ArrowDown aria-hidden size={16} />
            </Button>
          </li>
        );
      })}
    </ol>
  );
}
