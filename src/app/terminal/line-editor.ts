/** A line that is being written, and where its cursor stands. */
export interface EditedLine {
  readonly text: string;
  readonly cursor: number;
}

export const emptyLine: EditedLine = { text: '', cursor: 0 };

/** What one key does to the line. */
export type LineKey =
  | 'left'
  | 'right'
  | 'wordLeft'
  | 'wordRight'
  | 'home'
  | 'end'
  | 'backspace'
  | 'delete'
  | 'killToStart'
  | 'killToEnd'
  | 'killWord';

/** Keys as a terminal sends them. */
export const lineKeys: Readonly<Record<string, LineKey>> = {
  '\x1b[D': 'left',
  '\x1bOD': 'left',
  '\x02': 'left',
  '\x1b[C': 'right',
  '\x1bOC': 'right',
  '\x06': 'right',
  '\x1b[1;5D': 'wordLeft',
  '\x1bb': 'wordLeft',
  '\x1b[1;3D': 'wordLeft',
  '\x1b[1;5C': 'wordRight',
  '\x1bf': 'wordRight',
  '\x1b[1;3C': 'wordRight',
  '\x1b[H': 'home',
  '\x1bOH': 'home',
  '\x01': 'home',
  '\x1b[F': 'end',
  '\x1bOF': 'end',
  '\x05': 'end',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\x1b[3~': 'delete',
  '\x15': 'killToStart',
  '\x0b': 'killToEnd',
  '\x17': 'killWord',
};

const lengthBefore = (text: string, cursor: number) => Array.from(text.slice(0, cursor)).at(-1)?.length ?? 0;
const lengthAfter = (text: string, cursor: number) => Array.from(text.slice(cursor))[0]?.length ?? 0;

function wordStart(text: string, cursor: number): number {
  return cursor - (/\S*\s*$/.exec(text.slice(0, cursor))?.[0].length ?? 0);
}

export function pressKey({ text, cursor }: EditedLine, key: LineKey): EditedLine {
  const cut = (from: number, to: number): EditedLine => ({ text: text.slice(0, from) + text.slice(to), cursor: from });
  switch (key) {
    case 'left':
      return { text, cursor: cursor - lengthBefore(text, cursor) };
    case 'right':
      return { text, cursor: cursor + lengthAfter(text, cursor) };
    case 'wordLeft':
      return { text, cursor: wordStart(text, cursor) };
    case 'wordRight':
      return { text, cursor: cursor + (/^\s*\S*/.exec(text.slice(cursor))?.[0].length ?? 0) };
    case 'home':
      return { text, cursor: 0 };
    case 'end':
      return { text, cursor: text.length };
    case 'backspace':
      return cut(cursor - lengthBefore(text, cursor), cursor);
    case 'delete':
      return cut(cursor, cursor + lengthAfter(text, cursor));
    case 'killToStart':
      return cut(0, cursor);
    case 'killToEnd':
      return { text: text.slice(0, cursor), cursor };
    default:
      return cut(wordStart(text, cursor), cursor);
  }
}

/** Puts text in at the cursor; what is no character of a line is left out. */
export function insert({ text, cursor }: EditedLine, added: string): EditedLine {
  const clean = added.replace(/\p{Cc}/gu, '');
  return { text: text.slice(0, cursor) + clean + text.slice(cursor), cursor: cursor + clean.length };
}

/** What all words begin with. */
export function commonPrefix(words: readonly string[]): string {
  let prefix = words[0] ?? '';
  for (const word of words) while (!word.startsWith(prefix)) prefix = prefix.slice(0, -1);
  return prefix;
}

/** Completes the word before the cursor as far as it is certain. */
export function complete(line: EditedLine, { from, words }: { from: number; words: readonly string[] }): EditedLine {
  const prefix = commonPrefix(words);
  if (prefix === '') return line;
  const whole = words.length === 1 && !/[=/]$/.test(prefix) ? `${prefix} ` : prefix;
  const text = line.text.slice(0, from) + whole + line.text.slice(line.cursor);
  return { text, cursor: from + whole.length };
}

/** Lines that were typed, and the place in them while one goes through them. */
export class History {
  private readonly lines: string[];
  private at: number;
  private draft = '';

  constructor(lines: readonly string[] = []) {
    this.lines = [...lines];
    this.at = this.lines.length;
  }

  add(line: string): void {
    if (line.trim() !== '' && this.lines.at(-1) !== line) this.lines.push(line);
    this.at = this.lines.length;
  }

  /** The line before; `undefined` when there is none. `now`: what is written, which comes back at the end. */
  previous(now: string): string | undefined {
    if (this.at === 0) return undefined;
    if (this.at === this.lines.length) this.draft = now;
    return this.lines[--this.at];
  }

  next(): string | undefined {
    if (this.at >= this.lines.length) return undefined;
    return ++this.at === this.lines.length ? this.draft : this.lines[this.at];
  }
}
