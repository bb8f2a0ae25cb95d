import { classes } from '../../ui/controls';
import styles from './cluster.module.css';
import { type Box, type Message, pictureWidth } from './model';
import { route } from './shapes';

const charWidth = 7.85;
const capsuleHeight = 23;

interface CapsuleProps {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly failed: boolean;
}

/** The message itself, in ink; kept within the picture. */
function Capsule({ label, x, y, failed }: CapsuleProps) {
  const width = label.length * charWidth + 22;
  const centre = Math.min(pictureWidth - width / 2, Math.max(width / 2, x));
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
        {label}
      </text>
    </>
  );
}

/** The one thing that moves: a dot along the message's way, and its capsule. */
export function MessagePicture({ message, busY }: { readonly message: Message; readonly busY: number }) {
  const { from, to, label, watch, call, failed } = message;
  // Within a node the message has no way to go: its capsule sits on the node's upper edge.
  if (from === to) return <Capsule label={label} x={from.x + from.w / 2} y={from.y - 3} failed={failed} />;
  const middle = (box: Box): number => box.x + box.w / 2;
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
      <Capsule label={label} x={(startX + endX) / 2} y={busY} failed={failed} />
    </g>
  );
}
