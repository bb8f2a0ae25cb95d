import type { LucideIcon } from 'lucide-react';

interface IconProps {
  readonly as: LucideIcon;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly colour: string;
}

/** A sign within the picture's own coordinates. */
export function Icon({ as: As, x, y, size = 15, colour }: IconProps) {
  return <As x={x} y={y} width={size} height={size} stroke={colour} aria-hidden />;
}
