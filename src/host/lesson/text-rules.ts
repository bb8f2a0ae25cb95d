import { type Paragraph, plainText } from '../../lessons/text/inline';
import type { LessonText } from '../../lessons/text/lesson-text';

export type Language = 'en' | 'zh';

const forbidden: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /\b(simply|just|easily|obviously|of course|basically|magic|under the hood|powerful|seamless(ly)?|leverage[sd]?)\b/i,
    /\b(as we all know|note that|in order to|shall)\b/i,
    /!(?=\s|$)/,
    /\b(also|in addition|additionally)\b/i,
  ],
  zh: [
    /简单地|只需|显然|众所周知|其实很容易|神奇|底层黑盒|强大|无缝|赋能|值得注意的是|进行|对于|将会|另外|此外|如图所示/,
    /！/,
    // Words that the list of terms refuses.
    /选择器|终结器|滚动升级|垃圾回收|名字空间|控制循环|监听|浪涌|优雅|钩子|伸缩|缩放|上线（release）|胶囊|回退/,
  ],
};

const maxLength: Readonly<Record<Language, number>> = { en: 45, zh: 80 };

/** English words, or Chinese characters; a code word or a number counts as one. Marks count for nothing. */
export function lengthOf(paragraphs: readonly Paragraph[], language: Language): number {
  let count = 0;
  for (const { kind, text } of paragraphs.flat()) {
    if (kind === 'code') count++;
    else if (language === 'en') count += text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    else count += text.match(/\p{Script=Han}|[\p{Script=Latin}\p{N}]+(?:[.,][\p{N}]+)*/gu)?.length ?? 0;
  }
  return count;
}

/** All that a learner reads, with where it stands. */
function everyText(text: LessonText): { readonly where: string; readonly text: readonly Paragraph[] }[] {
  const found: { where: string; text: readonly Paragraph[] }[] = [];
  const add = (where: string, paragraphs: readonly Paragraph[] | undefined) => {
    if (paragraphs && paragraphs.length > 0) found.push({ where, text: paragraphs });
  };
  const addAll = (where: string, texts: Readonly<Record<string, readonly Paragraph[]>>) => {
    for (const [id, paragraphs] of Object.entries(texts)) add(`${where} ${id}`, paragraphs);
  };
  for (const [where, line] of Object.entries({
    title: text.title,
    short: text.short,
    question: text.question,
    still: text.still,
  }))
    add(where, [[{ kind: 'text', text: line, at: 0 }]]);
  addAll('assume', text.assume);
  for (const question of [text.recall, text.next]) {
    add(`question ${question?.id}`, question?.ask);
    add(`question ${question?.id} right`, question?.right);
    addAll(`question ${question?.id} wrong`, question?.wrong ?? {});
  }
  for (const step of text.steps) {
    add(`${step.id} heading`, [step.heading]);
    add(`${step.id} body`, step.body);
    add(`${step.id} action`, step.action && [step.action]);
    add(`${step.id} after action`, step.afterAction);
    add(`${step.id} ask`, step.ask?.question);
    addAll(`${step.id} item`, step.ask?.items ?? {});
    addAll(`${step.id} wrong`, step.ask?.wrong ?? {});
    for (const hint of step.ask?.hints ?? []) add(`${step.id} hint`, hint);
    add(`${step.id} reveal`, step.reveal);
    add(`${step.id} says`, step.claim?.says);
    add(`${step.id} does`, step.claim?.does);
    add(`${step.id} goal`, step.goal);
    for (const failure of step.failures) {
      add(`${step.id} failure ${failure.id}`, failure.body);
      for (const hint of failure.hints) add(`${step.id} failure ${failure.id} hint`, hint);
    }
    add(`${step.id} summary`, step.summary);
  }
  return found;
}

/** Han beside Latin, a digit or code without the half space between. */
const crowded = /\p{Script=Han}[A-Za-z0-9`]|[A-Za-z0-9`%]\p{Script=Han}/u;

const asWritten = (paragraphs: readonly Paragraph[]): string =>
  paragraphs.map((line) => line.map(({ kind, text }) => (kind === 'code' ? `\`${text}\`` : text)).join('')).join('\n');

/** What in a lesson's text breaks the rules for texts. */
export function textProblems(text: LessonText, language: Language): string[] {
  const problems: string[] = [];
  for (const { where, text: paragraphs } of everyText(text)) {
    // Words in code are the cluster's own.
    const prose = paragraphs.map((line) => line.filter(({ kind }) => kind !== 'code'));
    for (const pattern of forbidden[language]) {
      const match = pattern.exec(plainText(prose));
      const elsewhere = pattern.source.includes('also') && !/ body$| reveal$/.test(where);
      if (match && !elsewhere) problems.push(`${where}: “${match[0]}”`);
    }
    const spaced = language === 'zh' ? crowded.exec(asWritten(paragraphs)) : null;
    if (spaced) problems.push(`${where}: no space in “${spaced[0]}”`);
    if (language === 'zh' && /\p{Script=Han}[,.:;?]/u.test(plainText(prose)))
      problems.push(`${where}: half-width punctuation`);
  }
  for (const { id, body, afterAction, reveal } of text.steps) {
    for (const [part, paragraphs] of [
      ['body', [...body, ...afterAction]],
      ['reveal', reveal],
    ] as const) {
      const length = lengthOf(paragraphs, language);
      if (length > maxLength[language]) problems.push(`${id} ${part}: ${length}, more than ${maxLength[language]}`);
    }
  }
  return problems;
}
