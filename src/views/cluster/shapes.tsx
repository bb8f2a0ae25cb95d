import { CircleCheck, Clock, Hourglass, Loader, type LucideIcon, X } from 'lucide-react';
import type { Density } from './geometry';
import type { PodLook } from './pod-state';

interface LookStyle {
  readonly icon: LucideIcon;
  readonly stroke: string;
  readonly fill: string;
  readonly dash: string | undefined;
}

/** Outline, fill and sign of a Pod's cell: never colour alone. */
export const lookStyles: Readonly<Record<PodLook, LookStyle>> = {
  ready: { icon: CircleCheck, stroke: 'var(--work)', fill: 'var(--work-t)', dash: undefined },
  running: { icon: Loader, stroke: 'var(--work)', fill: 'var(--surface)', dash: '4 3' },
  starting: { icon: Loader, stroke: 'var(--work)', fill: 'var(--surface)', dash: '4 3' },
  terminating: { icon: Hourglass, stroke: 'var(--ink-2)', fill: 'var(--sunk)', dash: '1.5 3' },
  failed: { icon: X, stroke: 'var(--fail)', fill: 'var(--fail-t)', dash: '5 3' },
  pending: { icon: Clock, stroke: 'var(--ink-2)', fill: 'var(--surface)', dash: '4 3' },
  succeeded: { icon: CircleCheck, stroke: 'var(--line-2)', fill: 'var(--surface)', dash: undefined },
};

/** Of a Pod's cell. */
export const radii: Readonly<Record<Density, number>> = { two: 9, one: 6, half: 6, sign: 5 };

/** An object's card: square, with a folded corner. */
export function cardPath(x: number, y: number, w: number, h: number, corner = 11): string {
  return `M${x} ${y}H${x + w - corner}L${x + w} ${y + corner}V${y + h}H${x}Z`;
}

/** Shortens in the middle, where generated names differ least; whole when it fits. */
export function fitName(name: string, width: number, charWidth = 7.82): string {
  const room = Math.max(4, Math.floor(width / charWidth));
  if (name.length <= room) return name;
  const tail = Math.min(6, Math.floor(room / 2));
  return `${name.slice(0, room - tail - 1)}…${name.slice(-tail)}`;
}

/** The end of a name, by which generated names differ; whole when it fits. */
export function lastLetters(name: string, width: number, charWidth = 7.82): string {
  const room = Math.max(4, Math.floor(width / charWidth));
  return name.length <= room ? name : `…${name.slice(1 - room)}`;
}

/** A right-angled way with rounded corners through some points. */
export function route(points: readonly (readonly [number, number])[], radius = 7): string {
  const [first] = points;
  if (!first) return '';
  let path = `M${first[0]} ${first[1]}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [ax, ay] = points[i - 1] as readonly [number, number];
    const [bx, by] = points[i] as readonly [number, number];
    const [cx, cy] = points[i + 1] as readonly [number, number];
    const before = Math.hypot(ax - bx, ay - by) || 1;
    const after = Math.hypot(cx - bx, cy - by) || 1;
    const r = Math.min(radius, before / 2, after / 2);
    path += `L${bx + ((ax - bx) / before) * r} ${by + ((ay - by) / before) * r}Q${bx} ${by} ${bx + ((cx - bx) / after) * r} ${by + ((cy - by) / after) * r}`;
  }
  const [lx, ly] = points[points.length - 1] as readonly [number, number];
  return `${path}L${lx} ${ly}`;
}
