import { type Element, readComponents, type TextFault } from './components';
import { type Paragraph, parseInline, parseParagraphs } from './inline';

/** Everything that a learner reads in one lesson, in one language. */
export interface LessonText {
  readonly title: string;
  readonly short: string;
  readonly question: string;
  /** What the still picture shows, in one sentence. */
  readonly still: string;
  readonly assume: Texts;
  readonly recall: QuestionText | undefined;
  readonly steps: readonly StepText[];
  readonly next: QuestionText | undefined;
}

export type Texts = Readonly<Record<string, readonly Paragraph[]>>;

export interface QuestionText {
  readonly id: string;
  readonly ask: readonly Paragraph[];
  readonly items: Texts;
  readonly right: readonly Paragraph[];
  readonly wrong: Texts;
}

/** Levels 1, 2 and 3. */
export type HintTexts = readonly (readonly Paragraph[])[];

export interface AskText {
  readonly question: readonly Paragraph[];
  readonly items: Texts;
  /** Two lines each: why it is tempting, and what would have to be so. */
  readonly wrong: Texts;
  readonly hints: HintTexts;
}

export interface FailureText {
  readonly id: string;
  /** Upstream's own words, not translated. */
  readonly message: string | undefined;
  readonly body: readonly Paragraph[];
  readonly hints: HintTexts;
}

export interface StepText {
  readonly id: string;
  readonly heading: Paragraph;
  readonly body: readonly Paragraph[];
  /** Label of the step's button. */
  readonly action: Paragraph | undefined;
  /** Appears once the button was pressed. */
  readonly afterAction: readonly Paragraph[];
  readonly ask: AskText | undefined;
  readonly reveal: readonly Paragraph[];
  readonly claim:
    | { readonly id: string; readonly says: readonly Paragraph[]; readonly does: readonly Paragraph[] }
    | undefined;
  readonly goal: readonly Paragraph[];
  readonly failures: readonly FailureText[];
  readonly summary: readonly Paragraph[];
}

const elements = (of: Element | { readonly children: readonly (Element | string)[] }, tag: string): Element[] =>
  of.children.filter((child): child is Element => typeof child !== 'string' && child.tag === tag);

const ownText = (element: Element | undefined): string =>
  (element?.children ?? []).filter((child) => typeof child === 'string').join('\n');

const paragraphs = (element: Element | undefined): Paragraph[] => parseParagraphs(ownText(element));

const firstLine = (element: Element | undefined): Paragraph | undefined => paragraphs(element)[0];

const byId = (all: readonly Element[]): Texts => Object.fromEntries(all.map((one) => [one.id, paragraphs(one)]));

function hintsOf(element: Element): HintTexts {
  const hints: Paragraph[][] = [];
  for (const hint of elements(element, 'Hint')) hints[hint.level - 1] = paragraphs(hint);
  return Array.from(hints, (hint) => hint ?? []);
}

function questionOf(element: Element | undefined): QuestionText | undefined {
  if (!element) return undefined;
  return {
    id: element.id,
    ask: paragraphs(element),
    items: byId(elements(element, 'Item')),
    right: paragraphs(elements(element, 'Right')[0]),
    wrong: byId(elements(element, 'Wrong')),
  };
}

function stepOf(element: Element, faults: TextFault[]): StepText {
  const at = element.children.findIndex((child) => typeof child !== 'string' && child.tag === 'Action');
  const before = at < 0 ? element.children : element.children.slice(0, at);
  const lines = (children: readonly (Element | string)[]) =>
    children
      .filter((child) => typeof child === 'string')
      .join('\n')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const [heading = '', ...body] = lines(before);
  if (!heading.startsWith('## '))
    faults.push({ line: element.line, message: `step ${element.id} begins with no ## heading` });
  const ask = elements(element, 'Ask')[0];
  const claim = elements(element, 'Claim')[0];
  return {
    id: element.id,
    heading: parseInline(heading.replace(/^##\s*/, '')),
    body: body.map(parseInline),
    action: firstLine(elements(element, 'Action')[0]),
    afterAction: at < 0 ? [] : lines(element.children.slice(at + 1)).map(parseInline),
    ask: ask && {
      question: paragraphs(ask),
      items: byId(elements(ask, 'Item')),
      wrong: byId(elements(ask, 'Wrong')),
      hints: hintsOf(ask),
    },
    reveal: paragraphs(elements(element, 'Reveal')[0]),
    claim: claim && {
      id: claim.id,
      says: paragraphs(elements(claim, 'Says')[0]),
      does: paragraphs(elements(claim, 'Does')[0]),
    },
    goal: paragraphs(elements(element, 'Goal')[0]),
    failures: elements(element, 'Failure').map((failure) => ({
      id: failure.id,
      message: elements(failure, 'Message')[0] && ownText(elements(failure, 'Message')[0]).trim(),
      body: paragraphs(failure),
      hints: hintsOf(failure),
    })),
    summary: paragraphs(elements(element, 'Summary')[0]),
  };
}

/** The lines between `---` at the beginning: `title: …` and its like. */
function frontMatter(source: string): { readonly fields: ReadonlyMap<string, string>; readonly rest: string } {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(source);
  const fields = new Map<string, string>();
  for (const line of match?.[1]?.split('\n') ?? []) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2).trim());
  }
  // As many lines as before, so that a fault's line is the file's.
  return {
    fields,
    rest: '\n'.repeat(match?.[0].split('\n').length ?? 1).slice(1) + source.slice(match?.[0].length ?? 0),
  };
}

/** Reads a lesson's text. Faults are for authors; a text with faults is shown as far as it can be read. */
export function parseLessonText(source: string): { readonly text: LessonText; readonly faults: readonly TextFault[] } {
  const { fields, rest } = frontMatter(source.replaceAll('\r\n', '\n'));
  const { children, faults } = readComponents(rest);
  const root = { children };
  for (const name of ['title', 'short', 'question', 'still'])
    if (!fields.get(name)) faults.push({ line: 1, message: `the front matter lacks ${name}` });
  const text: LessonText = {
    title: fields.get('title') ?? '',
    short: fields.get('short') ?? '',
    question: fields.get('question') ?? '',
    still: fields.get('still') ?? '',
    assume: byId(elements(root, 'Assume')),
    recall: questionOf(elements(root, 'Recall')[0]),
    steps: elements(root, 'Step').map((step) => stepOf(step, faults)),
    next: questionOf(elements(root, 'Next')[0]),
  };
  return { text, faults };
}
