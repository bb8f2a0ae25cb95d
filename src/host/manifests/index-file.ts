import { readFileSync } from 'node:fs';
import { BadInput } from '../command-line.mjs';

interface Row {
  readonly file: string;
  readonly expectation: string;
}

/** The rows of an INDEX.tsv, by the names in its first line. Throws BadInput when it has not the columns that are needed. */
export function rowsOf(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
  const names = head.split('\t');
  const file = names.indexOf('file');
  const expectation = names.indexOf('expectation');
  if (file < 0 || expectation < 0) throw new BadInput(`'${path}' has no columns 'file' and 'expectation'`);
  return lines.map((line) => {
    const cells = line.split('\t');
    return { file: cells[file] ?? '', expectation: cells[expectation] ?? '' };
  });
}
