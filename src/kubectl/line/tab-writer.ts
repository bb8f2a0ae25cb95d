// Models: Go text/tabwriter: columns of text, each block of lines as wide as its widest cell needs.
// Simplified: pads with blanks.
// Not modelled: alignment to the right, HTML filter.

/** How wide a text stands in a terminal: characters of CJK take two cells. */
function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += 1 + Number(char > '\u2fff' && char < '\ud800');
  return width;
}

/** Lays out a text whose cells end in tabs. `padding`: blanks between columns. */
export function tabulate(text: string, { minWidth, padding }: { minWidth: number; padding: number }): string {
  const lines = text.split('\n').map((line) => line.split('\t'));
  const out: string[] = [];
  const widths: number[] = [];
  const write = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const line = lines[at] as string[];
      let row = '';
      line.forEach((cell, column) => {
        row += cell;
        const width = widths[column];
        if (width !== undefined && column < line.length - 1) row += ' '.repeat(Math.max(0, width - widthOf(cell)));
      });
      out.push(row);
    }
  };
  const format = (from: number, to: number) => {
    const column = widths.length;
    let start = from;
    for (let at = from; at < to; at++) {
      if (column >= (lines[at] as string[]).length - 1) continue;
      write(start, at);
      start = at;
      let width = minWidth;
      for (; at < to; at++) {
        const line = lines[at] as string[];
        if (column >= line.length - 1) break;
        width = Math.max(width, widthOf(line[column] ?? '') + padding);
      }
      widths.push(width);
      format(start, at);
      widths.pop();
      start = at;
    }
    write(start, to);
  };
  format(0, lines.length);
  return out.join('\n');
}

/** `kubectl get`'s tables: rows of cells, without trailing newline. */
export function table(rows: readonly (readonly string[])[], trailing = false): string {
  return tabulate(rows.map((row) => row.join('\t') + (trailing ? '\t' : '')).join('\n'), { minWidth: 6, padding: 3 });
}
