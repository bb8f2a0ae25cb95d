import type { ReactNode } from 'react';

/** Shapes of the map, in the units of its sheet. An accent names the subsystem. */
export type Accent = 'cp' | 'node' | 'net' | 'sto' | 'work';

export const ink = (accent: Accent) => `var(--${accent})`;
const tint = (accent: Accent) => `var(--${accent}-t)`;

interface TextProps {
  readonly x: number;
  readonly y: number;
  readonly children: ReactNode;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill?: string;
  readonly size?: number;
  readonly code?: boolean;
  readonly bold?: boolean;
  readonly title?: boolean;
}

export function Words({ x, y, children, anchor, fill, size = 13, code, bold, title }: TextProps) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      textAnchor={anchor}
      style={{
        fill,
        fontFamily: title ? 'var(--font-title)' : code ? 'var(--font-code)' : undefined,
        fontWeight: bold || title ? 600 : undefined,
      }}
    >
      {children}
    </text>
  );
}

interface BoxProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly accent: Accent;
  readonly label?: string;
  /** Drawn as a stored object: a sheet with a folded corner. */
  readonly object?: boolean;
  /** There only in some clusters, or asleep. */
  readonly optional?: boolean;
  readonly radius?: number;
  readonly code?: boolean;
  readonly bold?: boolean;
  readonly left?: boolean;
  readonly dim?: boolean;
}

const fold = 9;

export function Box(box: BoxProps) {
  const { x, y, width, height, accent, label, object, optional, radius = 5, code, bold, left, dim } = box;
  const fill = optional ? 'none' : tint(accent);
  return (
    <g>
      {object ? (
        <>
          <path
            d={`M${x} ${y} H${x + width - fold} L${x + width} ${y + fold} V${y + height} H${x} Z`}
            fill={fill}
            stroke={ink(accent)}
            strokeWidth={1.25}
          />
          <path d={`M${x + width - fold} ${y} v${fold} h${fold}`} fill="none" stroke={ink(accent)} strokeWidth={1} />
        </>
      ) : (
        <rect
          x={x}
          y={y}
          width={width}
          height={height}
          rx={radius}
          fill={fill}
          stroke={ink(accent)}
          strokeWidth={1.25}
          strokeDasharray={optional ? '4 3' : undefined}
        />
      )}
      {label !== undefined && (
        <Words
          x={left ? x + 9 : x + width / 2}
          y={y + height / 2 + 4.7}
          anchor={left ? 'start' : 'middle'}
          code={code === true}
          bold={bold === true}
          {...(dim ? { fill: 'var(--ink-3)' } : {})}
        >
          {label}
        </Words>
      )}
    </g>
  );
}

type Point = readonly [number, number];

/** A way with right angles, its corners rounded. */
export function roundedWay(points: readonly Point[], radius = 8): string {
  const [first = [0, 0]] = points;
  let path = `M${first[0]} ${first[1]}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [before, corner, after] = [points[i - 1], points[i], points[i + 1]] as [Point, Point, Point];
    const toward = ([x, y]: Point) => {
      const length = Math.hypot(x - corner[0], y - corner[1]) || 1;
      const by = Math.min(radius, length / 2) / length;
      return `${corner[0] + (x - corner[0]) * by} ${corner[1] + (y - corner[1]) * by}`;
    };
    path += ` L${toward(before)} Q${corner[0]} ${corner[1]} ${toward(after)}`;
  }
  const last = points.at(-1) ?? first;
  return `${path} L${last[0]} ${last[1]}`;
}

interface ArrowProps {
  readonly from: Point;
  readonly to: Point;
  readonly accent: Accent;
  /** A call with its answer begins with a ring; a road for packets is a double line. */
  readonly kind?: 'request' | 'rpc' | 'packet';
}

const head = 8;

export function Arrow({ from, to, accent, kind = 'request' }: ArrowProps) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const [bx, by] = [to[0] - ux * head, to[1] - uy * head];
  const way = `M${from[0]} ${from[1]} L${bx + ux} ${by + uy}`;
  const half = head / 2;
  return (
    <g>
      <path d={way} fill="none" stroke={ink(accent)} strokeWidth={kind === 'packet' ? 5.25 : 1.75} />
      {kind === 'packet' && <path d={way} fill="none" stroke="var(--surface)" strokeWidth={1.75} />}
      <path
        d={`M${to[0]} ${to[1]} L${bx - uy * half} ${by + ux * half} L${bx + uy * half} ${by - ux * half} Z`}
        fill={ink(accent)}
      />
      {kind === 'rpc' && (
        <circle cx={from[0]} cy={from[1]} r={3.75} fill="var(--surface)" stroke={ink(accent)} strokeWidth={1.75} />
      )}
    </g>
  );
}

/** A short bar with two piers: two regions belong together. */
export function Bridge({ from, to, accent }: { readonly from: Point; readonly to: Point; readonly accent: Accent }) {
  return (
    <g stroke={ink(accent)}>
      <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} strokeWidth={2.5} />
      {[from, to].map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={4} fill="var(--surface)" strokeWidth={2} />
      ))}
    </g>
  );
}

/** A small Pod. */
export function Cell({ x, y, size = 16 }: { readonly x: number; readonly y: number; readonly size?: number }) {
  return (
    <rect x={x} y={y} width={size} height={size} rx={5} fill={tint('work')} stroke={ink('work')} strokeWidth={1.5} />
  );
}

/** Round tag with a document's number: filled once it can be opened. */
export function Tag({
  x,
  y,
  number,
  accent,
  open,
}: {
  readonly x: number;
  readonly y: number;
  readonly number: number;
  readonly accent: Accent;
  readonly open: boolean;
}) {
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={24}
        height={18}
        rx={9}
        fill={open ? ink(accent) : 'var(--surface)'}
        stroke={ink(accent)}
        strokeWidth={1.25}
        strokeDasharray={open ? undefined : '2 2'}
      />
      <Words x={x + 12} y={y + 13.5} anchor="middle" code bold fill={open ? 'var(--on-solid)' : ink(accent)}>
        {String(number).padStart(2, '0')}
      </Words>
    </g>
  );
}
