const isWide = (letter: string) => (letter.codePointAt(0) ?? 0) > 0x2e7f;

/** Ems of the letters of the text's own face that are far from its mean. */
const ems = new Map<string, number>([
  ...[..."iljI.,:;|!()[]'’"].map((letter) => [letter, 0.3] as const),
  ...[...'tfr -/'].map((letter) => [letter, 0.36] as const),
  ...[...'mwMW'].map((letter) => [letter, 0.82] as const),
  ...[...'ABCDGHKNOPQRSUVXYZ'].map((letter) => [letter, 0.64] as const),
]);

/** Width of a label, to a few per cent: whether it fits into a node is decided by this. */
export function labelWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += isWide(letter) ? 1 : (ems.get(letter) ?? 0.55);
  return width * size;
}

/** Pieces that stay together: a Latin word with what clings to it, a single Chinese sign with its punctuation. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const word of text.split(/(?<= )/)) {
    let piece = '';
    for (const letter of word) {
      const breaks = piece !== '' && (isWide(letter) || isWide(piece[piece.length - 1] as string));
      if (breaks && !/[，。；：、！？）」]/.test(letter)) {
        pieces.push(piece);
        piece = '';
      }
      piece += letter;
    }
    pieces.push(piece);
  }
  return pieces;
}

/** Two lines that break at a space, as even as can be; nothing where they would not fit. */
function halved(text: string, width: number, size: number): string[] | undefined {
  let best: string[] | undefined;
  let bestWidth = width;
  for (const { index } of text.matchAll(/ /g)) {
    const halves = [text.slice(0, index), text.slice(index + 1)];
    const wider = Math.max(...halves.map((half) => labelWidth(half, size)));
    if (wider > bestWidth) continue;
    best = halves;
    bestWidth = wider;
  }
  return best;
}

/** Breaks a text into lines no wider than a width; what cannot be broken stays whole. Nothing is shortened. */
export function wrapText(text: string, width: number, size = 14): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text)) {
    if (line !== '' && labelWidth((line + piece).trimEnd(), size) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines.length === 2 ? (halved(text, width, size) ?? lines) : lines;
}
