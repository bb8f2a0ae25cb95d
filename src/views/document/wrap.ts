import { textWidth } from '../drawing/marks';

const isWide = (letter: string) => (letter.codePointAt(0) ?? 0) > 0x2e7f;

/** Pieces that stay together: a Latin word with what clings to it, a single Chinese sign with its punctuation. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const word of text.split(/(?<=\s)/)) {
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

/** Breaks a text into lines no wider than a width; what cannot be broken stays whole. Nothing is shortened. */
export function wrapText(text: string, width: number, size = 14): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text)) {
    if (line !== '' && textWidth((line + piece).trimEnd(), size) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}
