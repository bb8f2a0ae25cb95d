import { type Drawing, hatch, type Mark, signs } from './marks';

/** Values of the colours, by token: `--ink`. They are those of the theme in which the picture leaves the page. */
export type Palette = Readonly<Record<string, string>>;

interface About {
  readonly title: string;
  readonly description: string;
  /** Where the picture comes from: a line under it. */
  readonly source: string;
}

const fontText = "'IBM Plex Sans','Noto Sans SC','PingFang SC','Microsoft YaHei',sans-serif";
const fontCode = "'IBM Plex Mono','Noto Sans SC',Consolas,monospace";

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? number(value) : escaped(value as string)}"`)
    .join('');
}

function colourOf(colour: string | undefined, palette: Palette): string {
  if (colour === undefined) return 'none';
  if (colour === hatch) return 'url(#hatch)';
  const token = /^var\((--[a-z0-9-]+)\)$/.exec(colour)?.[1];
  return token ? (palette[token] ?? 'none') : colour;
}

function written(mark: Mark, palette: Palette): string {
  if (mark.kind === 'group') {
    const title = mark.title ? `<title>${escaped(mark.title)}</title>` : '';
    return `<g>${title}${mark.marks.map((inner) => written(inner, palette)).join('')}</g>`;
  }
  if (mark.kind === 'text') {
    const { at, text, size = 13, weight = 400, mono, anchor, fill = 'var(--ink)' } = mark;
    const look = {
      x: at[0],
      y: at[1],
      'font-size': size,
      'font-weight': weight,
      'font-family': mono ? fontCode : fontText,
      'text-anchor': anchor,
      fill: colourOf(fill, palette),
    };
    return `<text${attributes(look)}>${escaped(text)}</text>`;
  }
  if (mark.kind === 'sign') {
    const { at, size, stroke, sign } = mark;
    return `<path${attributes({
      d: signs[sign],
      transform: `translate(${number(at[0])} ${number(at[1])}) scale(${number(size / 24)})`,
      fill: 'none',
      stroke: colourOf(stroke, palette),
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    })}/>`;
  }
  if (mark.kind === 'travel') {
    const look = { cx: mark.end[0], cy: mark.end[1], r: mark.r, 'stroke-width': 2 };
    return `<circle${attributes({ ...look, fill: colourOf('var(--ink)', palette), stroke: colourOf('var(--paper)', palette) })}/>`;
  }
  const ink = {
    fill: colourOf(mark.fill, palette),
    stroke: colourOf(mark.stroke, palette),
    'stroke-width': mark.width ?? 1,
    'stroke-dasharray': mark.dash,
    opacity: mark.opacity,
  };
  if (mark.kind === 'rect') {
    const { x, y, w, h, r } = mark;
    return `<rect${attributes({ x, y, width: Math.max(0, w), height: h, rx: r, ...ink })}/>`;
  }
  if (mark.kind === 'circle') return `<circle${attributes({ cx: mark.at[0], cy: mark.at[1], r: mark.r, ...ink })}/>`;
  if (mark.kind === 'path') return `<path${attributes({ d: mark.d, ...ink })}/>`;
  const { from, to } = mark;
  return `<line${attributes({ x1: from[0], y1: from[1], x2: to[0], y2: to[1], ...ink })}/>`;
}

const margin = 12;
const sourceHeight = 28;

/** A picture as a file of its own: real text, a title and a description, no script, no link to anything. */
export function svgDocument({ width, height, marks }: Drawing, about: About, palette: Palette): string {
  const [w, h] = [width + 2 * margin, height + 2 * margin + sourceHeight];
  const hatched = `<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="${colourOf('var(--surface)', palette)}"/><line x1="0" y1="0" x2="0" y2="6" stroke="${colourOf('var(--ink-2)', palette)}" stroke-width="1.5"/></pattern>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${number(w)} ${number(h)}" width="${number(w)}" height="${number(h)}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(about.title)}</title><desc id="desc">${escaped(about.description)}</desc>`,
    `<defs>${hatched}</defs><rect width="100%" height="100%" fill="${colourOf('var(--paper)', palette)}"/>`,
    `<g transform="translate(${margin} ${margin})">${marks.map((mark) => written(mark, palette)).join('\n')}</g>`,
    written({ kind: 'text', at: [margin, h - margin], text: about.source, size: 12, fill: 'var(--ink-3)' }, palette),
    '</svg>',
  ].join('\n');
}

/** The colours of the page as it is now. */
export function pagePalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const names = ['paper', 'surface', 'sunk', 'line', 'line-2', 'ink', 'ink-2', 'ink-3', 'on-solid', 'fail', 'fail-t'];
  const accents = ['cp', 'node', 'net', 'sto', 'work'].flatMap((name) => [name, `${name}-t`]);
  return Object.fromEntries(
    [...names, ...accents].map((name) => [`--${name}`, style.getPropertyValue(`--${name}`).trim()]),
  );
}
