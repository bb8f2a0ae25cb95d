/**
 * What a picture is made of: plain values in the picture's own coordinates. The page draws them with React, the export
 * writes them as text, so that both are always the same picture. Colours are tokens: `var(--cp)`.
 */
export type Mark =
  | RectMark
  | LineMark
  | PathMark
  | CircleMark
  | TextMark
  | SignMark
  | { readonly kind: 'travel'; readonly key: string; readonly path: string; readonly r: number; readonly end: Point }
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly title: string;
      /** How the thing stands, where a picture says that by weight. */
      readonly state?: string | undefined;
      readonly marks: readonly Mark[];
    };

export type Point = readonly [x: number, y: number];

interface Inked {
  /** A colour, or `hatch` for what is stale. */
  readonly fill?: string | undefined;
  readonly stroke?: string | undefined;
  readonly width?: number | undefined;
  readonly dash?: string | undefined;
  readonly opacity?: number | undefined;
}

export interface RectMark extends Inked {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly r?: number;
}
export interface LineMark extends Inked {
  readonly kind: 'line';
  readonly from: Point;
  readonly to: Point;
}
export interface PathMark extends Inked {
  readonly kind: 'path';
  readonly d: string;
}
export interface CircleMark extends Inked {
  readonly kind: 'circle';
  readonly at: Point;
  readonly r: number;
}
export interface TextMark {
  readonly kind: 'text';
  readonly at: Point;
  readonly text: string;
  readonly size?: number;
  readonly weight?: 400 | 500 | 600;
  readonly mono?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill?: string;
}
export interface SignMark {
  readonly kind: 'sign';
  readonly sign: Sign;
  readonly at: Point;
  readonly size: number;
  readonly stroke: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A place in the picture that the arrow keys reach. */
export interface Stop {
  readonly id: string;
  readonly box: Box;
  /** What stands there, in words. */
  readonly name: string;
}

/** A whole picture. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly stops: readonly Stop[];
}

export const hatch = 'hatch';

/** Signs on a grid of 24, drawn with a stroke of 2. From lucide (ISC). */
export const signs = {
  'circle-check': 'M22 12a10 10 0 1 1-20 0a10 10 0 1 1 20 0ZM16 9l-5.500 5.500L8 12',
  loader:
    'M12 2v4M16.200 7.800l2.900-2.900M18 12h4M16.200 16.200l2.900 2.900M12 18v4M4.900 19.100l2.900-2.900M2 12h4M4.900 4.900l2.900 2.900',
  hourglass:
    'M5 22h14M5 2h14M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2',
  x: 'M18 6L6 18M6 6l12 12',
  check: 'M20 6L9 17l-5-5',
  play: 'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z',
  'triangle-alert': 'M21.730 18l-8-14a2 2 0 0 0-3.480 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.730-3M12 9v4M12 17h.010',
  box: 'M21 8a2 2 0 0 0-1-1.730l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.730l7 4a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16ZM3.300 7l8.700 5 8.700-5M12 22V12',
  mail: 'M22 7l-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z',
  'eye-off':
    'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575a1 1 0 0 1 0 .696a10.747 10.747 0 0 1-1.444 2.490M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.750 10.750 0 0 1-15.417-5.151a1 1 0 0 1 0-.696a10.750 10.750 0 0 1 4.446-5.143M2 2l20 20',
} as const;
export type Sign = keyof typeof signs;

/** Width of a text as it will be drawn, near enough to keep things apart. */
export function textWidth(text: string, size = 13, mono = false): number {
  let ems = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    ems += code > 0x2e7f ? 1 : mono ? 0.602 : /[ilj.,:;'|]/.test(letter) ? 0.29 : 0.565;
  }
  return ems * size;
}

/** Shortens a text to a width; whole when it fits, empty when not even a letter would. */
export function fitText(text: string, width: number, size = 13, mono = false): string {
  if (textWidth(text, size, mono) <= width) return text;
  let kept = '';
  for (const letter of text) {
    if (textWidth(`${kept}${letter}…`, size, mono) > width) break;
    kept += letter;
  }
  return kept === '' ? '' : `${kept}…`;
}
