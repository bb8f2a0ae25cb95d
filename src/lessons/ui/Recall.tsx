import { useState } from 'react';
import { useUi } from '../../i18n';
import { Button } from '../../ui/controls';
import type { Given } from '../answers';
import { type AnswerState, isRevealed } from '../run-state';
import { plainText } from '../text/inline';
import type { QuestionText } from '../text/lesson-text';
import type { RecallQuestion } from '../types';
import { Choices, NumberField } from './Ask';
import styles from './lesson.module.css';
import { Paragraphs } from './RichText';

interface RecallProps {
  readonly question: RecallQuestion;
  readonly text: QuestionText;
  readonly answer: AnswerState;
  readonly onAnswer: (given: Given) => void;
  readonly onSkip: () => void;
  readonly onBegin: () => void;
}

/** The question that the lesson before has left. */
export function Recall({ question, text, answer, onAnswer, onSkip, onBegin }: RecallProps) {
  const { lesson: words } = useUi();
  const [given, setGiven] = useState<Given | undefined>();
  const [numbers, setNumbers] = useState<Readonly<Record<string, number | undefined>>>({});
  const open = !isRevealed(answer);
  const verdict = answer.tries.at(-1)?.verdict;
  const wrong = verdict && !verdict.right && verdict.id !== undefined ? text.wrong[verdict.id] : undefined;
  const names = question.kind === 'numbers' ? Object.keys(question.answer) : [];
  const complete = names.every((name) => numbers[name] !== undefined);
  const answered: Given | undefined =
    question.kind === 'numbers' ? (complete ? names.map((name) => String(numbers[name])) : undefined) : given;
  return (
    <section className={styles.ask} aria-label={words.recall}>
      <h2 className={styles.heading}>{words.recall}</h2>
      <Paragraphs text={text.ask} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (open && answered !== undefined) onAnswer(answered);
        }}
      >
        {question.kind === 'number' && (
          <NumberField label={words.number} value={given} onChange={setGiven} disabled={!open} />
        )}
        {question.kind === 'choice' && (
          <Choices
            ids={question.options}
            items={text.items}
            value={given as string}
            onChange={setGiven}
            disabled={!open}
          />
        )}
        {names.map((name) => {
          const label = plainText(text.items[name] ?? []) || name;
          return (
            <div key={name} className={styles.named}>
              <span aria-hidden>{label}</span>
              <NumberField
                label={label}
                value={numbers[name]}
                onChange={(value) => setNumbers({ ...numbers, [name]: value })}
                disabled={!open}
              />
            </div>
          );
        })}
        {open && (
          <div className={styles.row}>
            <Button type="submit" look="solid" disabled={answered === undefined}>
              {words.check}
            </Button>
            <Button look="ghost" onClick={onSkip}>
              {words.skip}
            </Button>
          </div>
        )}
      </form>
      <div aria-live="polite">
        {wrong && open && <Paragraphs text={wrong} />}
        {verdict && !verdict.right && open && <p className={styles.verdict}>{words.another}</p>}
        {!open && <Paragraphs text={text.right} />}
      </div>
      {!open && (
        <Button look="solid" onClick={onBegin}>
          {words.begin}
        </Button>
      )}
    </section>
  );
}
