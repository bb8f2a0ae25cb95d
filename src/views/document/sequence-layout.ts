import type { Box, Point } from '../drawing/marks';
import { type DiagramEdge, type SequenceDiagram, wordsOf } from './diagram';
import { labelWidth, wrapText } from './wrap';

export interface PlacedParticipant extends Box {
  readonly id: string;
  readonly lines: readonly string[];
  readonly lane: number;
}

export interface PlacedMessage {
  readonly edge: DiagramEdge;
  readonly points: readonly Point[];
  readonly label: readonly string[];
  /** What the cluster does instead of what the document says. */
  readonly correction: readonly string[];
  /** Box of the words. */
  readonly words: Box;
  readonly y: number;
}

export interface PlacedNote extends Box {
  readonly id: string;
  readonly lines: readonly string[];
}

export interface PlacedBlock extends Box {
  readonly id: string;
  readonly block: string;
  readonly parts: readonly { readonly id: string; readonly y: number }[];
}

export interface SequenceLayout {
  readonly width: number;
  readonly height: number;
  readonly participants: readonly PlacedParticipant[];
  readonly lifelines: readonly {
    readonly id: string;
    readonly x: number;
    readonly from: number;
    readonly to: number;
  }[];
  readonly messages: readonly PlacedMessage[];
  readonly notes: readonly PlacedNote[];
  readonly blocks: readonly PlacedBlock[];
}

export const sequenceLine = 16;
/** With these, five lanes have their letters at full size on the stage of a small desk, a scroll bar beside them. */
const laneGap = 124;
const margin = 64;
const headWidth = 116;
/** Room for a badge above a head. */
const headTop = 12;
const selfReach = 34;
const wordSize = 13;
const capsuleRoom = 10;

/** Lays a sequence out from top to bottom. Rows keep their height in each state, so that nothing moves between steps. */
export function sequenceLayout(diagram: SequenceDiagram, language: string): SequenceLayout {
  const words = (id: string) => wordsOf(diagram, language, id);
  const lane = new Map(diagram.participants.map(({ id }, i) => [id, margin + i * laneGap]));
  const width = 2 * margin + (diagram.participants.length - 1) * laneGap;
  const heads = diagram.participants.map(({ id }) => wrapText(words(id), headWidth - 20));
  const headHeight = Math.max(...heads.map((lines) => lines.length * 17 + 18), 40);
  let y = headTop + headHeight + 12;
  const messages: PlacedMessage[] = [];
  const notes: PlacedNote[] = [];
  const blocks: (Omit<PlacedBlock, 'h'> & { h: number; parts: { id: string; y: number }[] })[] = [];
  const open: string[] = [];

  for (const item of diagram.items) {
    if (item.item === 'message') {
      const [a, b] = [lane.get(item.from) ?? 0, lane.get(item.to) ?? 0];
      const self = a === b;
      const room = self ? 190 : Math.max(210, Math.abs(a - b) - 20);
      const label = wrapText(words(item.id), room, wordSize);
      const correction = words(`${item.id}!`) ? wrapText(words(`${item.id}!`), room, wordSize) : [];
      const lines = label.length + correction.length;
      const wide = Math.max(...[...label, ...correction].map((line) => labelWidth(line, wordSize)), 0) + 26;
      const tall = lines * sequenceLine + 4;
      if (self) {
        const top = y + 6;
        const h = Math.max(tall, 26);
        const words: Box = { x: a + selfReach + 8, y: top + 13 - h / 2, w: wide, h };
        messages.push({
          edge: item,
          points: [
            [a, top],
            [a + selfReach, top],
            [a + selfReach, top + 26],
            [a, top + 26],
          ],
          label,
          correction,
          words,
          y: top + 13,
        });
        y = top + Math.max(26, h) + 12;
      } else {
        const middle = Math.min(width - wide / 2, Math.max(wide / 2, (a + b) / 2));
        const at = y + tall + 4;
        messages.push({
          edge: item,
          points: [
            [a, at],
            [b, at],
          ],
          label,
          correction,
          words: { x: middle - wide / 2, y, w: wide, h: tall },
          y: at,
        });
        y = at + 16 + capsuleRoom / 2;
      }
    } else if (item.item === 'note') {
      const lanes = item.over.map((id) => lane.get(id) ?? 0);
      const centre = (Math.min(...lanes) + Math.max(...lanes)) / 2;
      const lines = wrapText(words(item.id), Math.max(150, Math.max(...lanes) - Math.min(...lanes)), wordSize);
      const w = Math.max(...lines.map((line) => labelWidth(line, wordSize))) + 20;
      const h = lines.length * sequenceLine + 10;
      notes.push({ id: item.id, lines, x: Math.max(0, Math.min(width - w, centre - w / 2)), y, w, h });
      y += h + 10;
    } else if (item.item === 'open') {
      const depth = open.length;
      blocks.push({
        id: item.id,
        block: item.block,
        x: 4 + depth * 8,
        y,
        w: width - 8 - depth * 16,
        h: 0,
        parts: [{ id: item.id, y }],
      });
      open.push(item.id);
      y += 34;
    } else if (item.item === 'else') {
      const block = blocks.find(({ id }) => id === open[open.length - 1]);
      block?.parts.push({ id: item.id, y });
      y += 32;
    } else {
      const block = blocks.find(({ id }) => id === open.pop());
      if (block) block.h = y + 2 - block.y;
      y += 12;
    }
  }
  const height = y + 8;
  const participants = diagram.participants.map(({ id }, i): PlacedParticipant => {
    const x = lane.get(id) ?? 0;
    return { id, lines: heads[i] ?? [], lane: x, x: x - headWidth / 2, y: headTop, w: headWidth, h: headHeight };
  });
  return {
    width,
    height,
    participants,
    lifelines: participants.map(({ id, lane: x }) => ({ id, x, from: headTop + headHeight, to: height - 2 })),
    messages,
    notes,
    blocks,
  };
}
