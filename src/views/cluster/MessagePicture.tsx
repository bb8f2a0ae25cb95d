import { classes } from '../../ui/controls';
import styles from './cluster.module.css';
import type { Box, ClusterModel, Message } from './model';
import { route } from './shapes';

const charWidth = 7.85;
const capsuleHeight = 23;

interface WayProps {
  readonly message: Message;
  readonly model: Pick<ClusterModel, 'busY' | 'width'>;
}

function middle(box: Box): number {
  return box.x + box.w / 2;
}

/** The way of a message, and the one thing that moves: the dot on it. Nodes that stand between hide it. */
export function MessageWay({ message, model: { busY } }: WayProps) {
  const { from, to, watch, call, failed } = message;
  if (from === to) return null;
  // A way leaves and arrives on the side of the bus.
  const edge = (box: Box): number => (box.y < busY ? box.y + box.h : box.y);
  const [startX, startY] = [middle(from), edge(from)];
  const [endX, endY] = [middle(to), edge(to)];
  const path = route([
    [startX, startY],
    [startX, busY],
    [endX, busY],
    [endX, endY],
  ]);
  const back = endY < busY ? 9 : -9;
  const tip = `M${endX - 5} ${endY + back}L${endX} ${endY}L${endX + 5} ${endY + back}`;
  const colour = failed ? 'var(--fail)' : 'var(--ink)';
  return (
    <g>
      <path
        d={path}
        fill="none"
        stroke={colour}
        strokeWidth="2"
        strokeDasharray={watch ? '7 4' : failed ? '5 3' : undefined}
      />
      <path d={watch ? tip : `${tip}Z`} fill={watch ? 'none' : colour} stroke={colour} strokeWidth="1.75" />
      {call && <circle cx={startX} cy={startY} r={4} fill="var(--surface)" stroke={colour} strokeWidth="2" />}
      <circle
        className={styles.dot}
        r={5}
        fill="var(--ink)"
        stroke="var(--paper)"
        strokeWidth="1.5"
        style={{ offsetPath: `path("${path}")` }}
      />
    </g>
  );
}

interface Plate {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly text: string;
  /** From the way to the capsule, where it does not stand on it. */
  readonly stem: readonly [from: number, to: number] | undefined;
}

/** Shown of the line on both sides of a capsule that stands on it. */
const shownLine = 22;
const stemLength = 12;

/** Where the capsule has room: on its line when that is long, else beside the way. Kept within the picture. */
export function capsulePlace({ from, to, label }: Message, { busY, width }: WayProps['model']): Plate {
  const room = Math.floor((width - 30) / charWidth);
  const text = label.length > room ? `${label.slice(0, room - 1)}…` : label;
  const w = text.length * charWidth + 22;
  const within = (x: number): number => Math.min(width - w, Math.max(0, x));
  if (from === to) return { x: within(middle(from) - w / 2), y: from.y - 3, w, text, stem: undefined };
  const left = Math.min(middle(from), middle(to));
  const right = Math.max(middle(from), middle(to));
  if (right - left >= w + 2 * shownLine) return { x: (left + right - w) / 2, y: busY, w, text, stem: undefined };
  if (right + stemLength + w <= width)
    return { x: right + stemLength, y: busY, w, text, stem: [right, right + stemLength] };
  if (left - stemLength - w >= 0)
    return { x: left - stemLength - w, y: busY, w, text, stem: [left, left - stemLength] };
  return { x: within((left + right - w) / 2), y: busY, w, text, stem: undefined };
}

/** What the message says; within a node, which has no way, on the node's upper edge. */
export function MessageCapsule({ message, model }: WayProps) {
  const { x, y, w, text, stem } = capsulePlace(message, model);
  return (
    <>
      {stem && <line x1={stem[0]} x2={stem[1]} y1={y} y2={y} stroke="var(--ink)" strokeWidth="1.25" />}
      <rect
        x={x}
        y={y - capsuleHeight / 2}
        width={w}
        height={capsuleHeight}
        rx={capsuleHeight / 2}
        fill={message.failed ? 'var(--fail)' : 'var(--ink)'}
        stroke="var(--paper)"
        strokeWidth="2"
      />
      <text
        x={x + w / 2}
        y={y + 4.5}
        textAnchor="middle"
        className={classes(styles.small, styles.mono, styles.capsule)}
      >
        {text}
      </text>
    </>
  );
}
