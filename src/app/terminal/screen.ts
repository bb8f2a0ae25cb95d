import type { KubectlRun } from '../../kubectl/index';

const pen = '\x1b[38;2;255;228;102m';
const quiet = '\x1b[38;2;188;195;202m';
const failed = '\x1b[38;2;255;143;171m';
const plain = '\x1b[0m';

export const prompt = `${pen}$${plain} `;
export const promptCells = 2;

/** What a cluster's text may show: no escape sequences, nothing that turns the direction of what follows. */
export function harmlessText(text: string): string {
  return text.replace(/(?!\t)\p{Cc}/gu, '').replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Runs on the screen, oldest first. */
export const shownRuns = 60;

/** What stands on the screen above the prompt: it only grows while the runs go on. */
export function screenText(runs: readonly KubectlRun[], exitWords: (code: number) => string): string {
  return runs
    .map(({ command, lines, exitCode }) => {
      const printed = lines.map(({ stream, text }) => {
        const shown = harmlessText(text);
        return stream === 'err' ? `${failed}${shown}${plain}\r\n` : `${shown}\r\n`;
      });
      const end = exitCode ? `${quiet}${exitWords(exitCode)}${plain}\r\n` : '';
      return `${prompt}kubectl ${harmlessText(command)}\r\n${printed.join('')}${end}`;
    })
    .join('');
}

export const quietText = (text: string): string => `${quiet}${text}${plain}`;

/** How many cells a text takes: characters of CJK take two. */
export function cellsOf(text: string): number {
  let cells = 0;
  for (const char of text)
    cells += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(char) ? 2 : 1;
  return cells;
}

/** Words in columns, as a shell offers them. */
export function offerText(words: readonly string[], columns: number): string {
  const width = Math.max(...words.map(cellsOf)) + 2;
  const each = Math.max(1, Math.floor(columns / width));
  const rows: string[] = [];
  for (let at = 0; at < words.length; at += each)
    rows.push(
      words
        .slice(at, at + each)
        .map((word) => word.padEnd(width))
        .join('')
        .trimEnd(),
    );
  return rows.join('\r\n');
}
