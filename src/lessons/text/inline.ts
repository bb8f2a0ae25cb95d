/** A run of text inside a paragraph. */
export interface Inline {
  readonly kind: 'text' | 'code' | 'strong' | 'emphasis';
  readonly text: string;
  /** Where it begins in its line. */
  readonly at: number;
}

/** One line of a lesson's text. */
export type Paragraph = readonly Inline[];

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;

/** Reads `code`, **strong** and *emphasis*; everything else is text as it stands. */
export function parseInline(line: string): Paragraph {
  const found: Inline[] = [];
  let from = 0;
  const text = (until: number) => {
    if (until > from) found.push({ kind: 'text', text: line.slice(from, until), at: from });
  };
  for (const match of line.matchAll(marks)) {
    text(match.index);
    const [whole, code, strong, emphasis = ''] = match;
    const at = match.index;
    if (code !== undefined) found.push({ kind: 'code', text: code, at });
    else if (strong !== undefined) found.push({ kind: 'strong', text: strong, at });
    else found.push({ kind: 'emphasis', text: emphasis, at });
    from = match.index + whole.length;
  }
  text(line.length);
  return found;
}

/** Each line that is not empty is a paragraph. */
export function parseParagraphs(text: string): Paragraph[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(parseInline);
}

/** The text without its marks, for labels and titles. */
export function plainText(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map((paragraph) => paragraph.map(({ text }) => text).join('')).join(' ');
}
