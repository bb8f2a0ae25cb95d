import { classes } from '../../ui/controls';
import styles from './cluster.module.css';
import type { Box, Message } from './model';
import { route } from './shapes';

const charWidth = 7.85;
const capsuleHeight = 23;

interface CapsuleProps {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly failed: boolean;
  /** Of the picture. */
  readonly within: number;
}

/** The message itself, in ink; kept within the picture. */
function Capsule({ label, x, y, failed, within }: CapsuleProps) {
  const room = Math.floor((within - 30) / charWidth);
  const text = label.length > room ? `${label.slice(0, room - 1)}…` : label;
  const width = text.length * charWidth + 22;
  const centre = Math.min(within - width / 2, Math.max(width / 2, x));
  return (
    <>
      <rect
        x={centre - width / 2}
        y={y - capsuleHeight / 2}
        width={width}
        height={capsuleHeight}
        rx={capsuleHeight / 2}
        fill={failed ? 'var(--fail)' : 'var(--ink)'}
        stroke="var(--paper)"
        strokeWidth="2"
      />
      <text x={centre} y={y + 4.5} textAnchor="middle" className={classes(styles.small, styles.mono, styles.capsule)}>
        {text}
      </text>
    </>
  );
}

interface WayProps {
  readonly message: Message;
  readonly busY: number;
}

function middle(box: Box): number {
  return box.x + box.w / 2;
}

/** The way of a message, and the one thing that moves: the dot on it. Nodes that stand between hide it. */
export function MessageWay({ message, busY }: WayProps) {
  const { from, to, watch, call, failed } = message;
  if (from === to) return null;
  // Parts stand above the bus, nodes below it.
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

/** What the message says, on its way; within a node, which has none, on the node's upper edge. */
export function MessageCapsule({ message, busY, width }: WayProps & { readonly width: number }) {
  const { from, to, label, failed } = message;
  const [x, y] = from === to ? [middle(from), from.y - 3] : [(middle(from) + middle(to)) / 2, busY];
  return <Capsule label={label} x={x} y={y} failed={failed} within={width} />;
}
