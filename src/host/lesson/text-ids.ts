import type { LessonText, QuestionText } from '../../lessons/text/lesson-text';
import type { Lesson, RecallQuestion, Step } from '../../lessons/types';

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);
const sorted = (ids: Iterable<string>): string[] => [...ids].sort();

function questionProblems(
  question: RecallQuestion | undefined,
  text: QuestionText | undefined,
  what: string,
): string[] {
  if (!question || !text) return question || text ? [`${what} is missing in the lesson or in its text`] : [];
  const problems: string[] = [];
  if (question.id !== text.id) problems.push(`${what} is ${question.id} in the lesson and ${text.id} in the text`);
  const wrong = 'wrong' in question ? (question.wrong ?? []) : [];
  if (!same(sorted(wrong.map(({ id }) => id)), sorted(Object.keys(text.wrong))))
    problems.push(`${what}: other wrong answers in the text`);
  const labels =
    question.kind === 'numbers' ? Object.keys(question.answer) : question.kind === 'choice' ? question.options : [];
  if (question.kind !== 'number' && !same(sorted(labels), sorted(Object.keys(text.items))))
    problems.push(`${what}: other items in the text`);
  if (text.ask.length === 0 || text.right.length === 0) problems.push(`${what} has no question or no answer`);
  return problems;
}

function stepProblems(step: Step, text: LessonText['steps'][number]): string[] {
  const problems: string[] = [];
  const need = (ok: boolean, message: string) => {
    if (!ok) problems.push(`${step.id}: ${message}`);
  };
  const predict = 'predict' in step ? step.predict : undefined;
  need((predict !== undefined) === (text.ask !== undefined), 'Ask and predict belong together');
  need(text.reveal.length > 0 === (predict !== undefined), 'Reveal and predict belong together');
  need(
    text.body.length > 0 || step.kind === 'summary' || step.kind === 'challenge' || text.action !== undefined,
    'no body',
  );
  if (predict && text.ask) {
    need(
      same(sorted(predict.wrong.map(({ id }) => id)), sorted(Object.keys(text.ask.wrong))),
      'other wrong answers in the text',
    );
    for (const [id, lines] of Object.entries(text.ask.wrong))
      need(lines.length === 2, `wrong ${id} has ${lines.length} lines instead of two`);
    const items =
      predict.kind === 'order'
        ? Object.keys(predict.items)
        : predict.kind === 'choice'
          ? Object.keys(predict.options)
          : [];
    need(same(sorted(items), sorted(Object.keys(text.ask.items))), 'other items in the text');
    need(text.ask.hints.length === (step.hints ?? 0), `${text.ask.hints.length} hints, not ${step.hints ?? 0}`);
    need(text.ask.question.length > 0, 'no question');
  }
  const action = 'before' in step && step.before !== undefined;
  need(action === (text.action !== undefined), 'Action and before belong together');
  need((step.card !== undefined) === (text.claim !== undefined), 'Claim and card belong together');
  if (step.card && text.claim) {
    const claim = [step.card.claim].flat().join('-');
    need(text.claim.id === claim, `the card is about ${claim}, its text about ${text.claim.id}`);
    need(text.claim.says.length > 0 && text.claim.does.length > 0, 'Says or Does is missing');
  }
  const failures = step.kind === 'challenge' ? step.failures.map(({ id }) => id) : [];
  need(
    same(
      failures,
      text.failures.map(({ id }) => id),
    ),
    'other failures in the text',
  );
  for (const failure of text.failures)
    need(failure.hints.length === (step.hints ?? 0), `failure ${failure.id} has ${failure.hints.length} hints`);
  need((step.kind === 'challenge') === text.goal.length > 0, 'Goal and challenge belong together');
  need((step.kind === 'summary') === text.summary.length > 0, 'Summary belongs to the last step');
  return problems;
}

/** Where a text has other ids than its lesson. Both languages are held against the lesson, so they are alike. */
export function idProblems(lesson: Lesson, text: LessonText): string[] {
  const problems = [
    ...questionProblems(lesson.recall, text.recall, 'recall'),
    ...questionProblems(lesson.next?.recall, text.next, 'next'),
  ];
  if (!same(sorted(lesson.assumptions), sorted(Object.keys(text.assume))))
    problems.push('other assumptions in the text');
  const ids = text.steps.map(({ id }) => id);
  if (
    !same(
      lesson.steps.map(({ id }) => id),
      ids,
    )
  )
    return [...problems, `steps of the text: ${ids.join(', ')}`];
  return [
    ...problems,
    ...lesson.steps.flatMap((step, index) => stepProblems(step, text.steps[index] as LessonText['steps'][number])),
  ];
}
