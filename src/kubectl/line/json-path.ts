// Models: k8s.io/client-go util/jsonpath: the templates of `-o jsonpath`, `--sort-by` and `custom-columns`
// Simplified: a missing key prints nothing; filters compare one path with one value.
// Not modelled: unions, scripts.
import { goJson } from '../apply';

type Step =
  | { readonly sort: 'key'; readonly key: string }
  | { readonly sort: 'all' }
  | { readonly sort: 'deep' }
  | { readonly sort: 'slice'; readonly from?: number; readonly to?: number; readonly one: boolean }
  | { readonly sort: 'filter'; readonly path: readonly Step[]; readonly op: string; readonly value: unknown };

type Part =
  | { readonly sort: 'text'; readonly text: string }
  | { readonly sort: 'path'; readonly steps: readonly Step[] }
  | { readonly sort: 'range'; readonly steps: readonly Step[]; readonly body: readonly Part[] };

class TemplateError extends Error {}

function literal(text: string): unknown {
  if (/^(["']).*\1$/s.test(text)) return text.slice(1, -1).replace(/\\(.)/g, '$1');
  if (text === 'true' || text === 'false') return text === 'true';
  if (text !== '' && Number.isFinite(Number(text))) return Number(text);
  throw new TemplateError(`unrecognized identifier ${text}`);
}

function filterOf(text: string): Step {
  const match = /^@?((?:\.[\w.[\]-]+|\['[^']*'\])*)\s*(?:(==|!=|<=|>=|<|>)\s*(.+))?$/s.exec(text.trim());
  if (!match) throw new TemplateError(`unrecognized character in filter: ${text}`);
  const [, path = '', op = '', value] = match;
  return { sort: 'filter', path: stepsOf(path), op, value: value === undefined ? undefined : literal(value.trim()) };
}

function bracket(inner: string): Step {
  if (inner === '*') return { sort: 'all' };
  const filter = /^\?\((.*)\)$/s.exec(inner);
  if (filter) return filterOf(filter[1] as string);
  const quoted = /^(["'])(.*)\1$/s.exec(inner);
  if (quoted) return { sort: 'key', key: quoted[2] as string };
  const slice = /^(-?\d+)?(?:(:)(-?\d+)?)?$/.exec(inner);
  if (!slice || inner === '') throw new TemplateError(`invalid array index ${inner}`);
  return {
    sort: 'slice',
    ...(slice[1] === undefined ? {} : { from: Number(slice[1]) }),
    ...(slice[3] === undefined ? {} : { to: Number(slice[3]) }),
    one: slice[2] === undefined,
  };
}

/** `.items[*].metadata.name` */
function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  let at = path.startsWith('$') || path.startsWith('@') ? 1 : 0;
  while (at < path.length) {
    const char = path[at] as string;
    if (char === '[') {
      let depth = 0;
      let quote = '';
      let end = at;
      for (; end < path.length; end++) {
        const c = path[end] as string;
        if (quote) {
          if (c === quote) quote = '';
        } else if (c === '"' || c === "'") quote = c;
        else if (c === '[') depth++;
        else if (c === ']' && --depth === 0) break;
      }
      if (end >= path.length) throw new TemplateError('unterminated array');
      steps.push(bracket(path.slice(at + 1, end)));
      at = end + 1;
    } else if (char === '.') {
      if (path[at + 1] === '.') {
        steps.push({ sort: 'deep' });
        at += path[at + 2] === '[' ? 2 : 1;
        continue;
      }
      let key = '';
      for (at++; at < path.length && path[at] !== '.' && path[at] !== '['; at++) {
        if (path[at] === '\\') at++;
        key += path[at] ?? '';
      }
      if (key === '*') steps.push({ sort: 'all' });
      else if (key !== '') steps.push({ sort: 'key', key });
    } else {
      // `{metadata.name}`: kubectl lets the first point be left out.
      if (at !== 0 || !/[\w-]/.test(char))
        throw new TemplateError(
          `unrecognized character in action: U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')} '${char}'`,
        );
      return stepsOf(`.${path}`);
    }
  }
  return steps;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function children(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isMap(value)
    ? Object.keys(value)
        .sort()
        .map((key) => value[key])
    : [];
}

function deep(value: unknown): unknown[] {
  return [value, ...children(value).flatMap(deep)];
}

function compareWith(op: string, left: unknown, right: unknown): boolean {
  if (op === '==') return left === right;
  if (op === '!=') return left !== right;
  if (typeof left !== typeof right) return false;
  const [a, b] = [left as number, right as number];
  return op === '<' ? a < b : op === '>' ? a > b : op === '<=' ? a <= b : a >= b;
}

function follow(values: readonly unknown[], steps: readonly Step[]): unknown[] {
  let found = [...values];
  for (const step of steps) {
    found = found.flatMap((value): unknown[] => {
      switch (step.sort) {
        case 'key': {
          const has = isMap(value) && Object.hasOwn(value, step.key) && value[step.key] !== undefined;
          return has ? [value[step.key]] : [];
        }
        case 'all':
          return children(value);
        case 'deep':
          return deep(value);
        case 'slice': {
          if (!Array.isArray(value)) return [];
          if (step.one) {
            const index = (step.from as number) < 0 ? value.length + (step.from as number) : (step.from as number);
            return index >= 0 && index < value.length ? [value[index]] : [];
          }
          return value.slice(step.from, step.to);
        }
        default:
          return children(value).filter((item) => {
            const [left] = follow([item], step.path);
            return step.op === '' ? left !== undefined : left !== undefined && compareWith(step.op, left, step.value);
          });
      }
    });
  }
  return found;
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char));
}

/** Reads a template; throws TemplateError. */
function partsOf(template: string): Part[] {
  const stack: { steps: readonly Step[]; parts: Part[] }[] = [{ steps: [], parts: [] }];
  const top = () => stack[stack.length - 1] as { steps: readonly Step[]; parts: Part[] };
  for (let at = 0; at < template.length; ) {
    if (template[at] !== '{') {
      const next = template.indexOf('{', at);
      const text = template.slice(at, next < 0 ? undefined : next);
      top().parts.push({ sort: 'text', text });
      at += text.length;
      continue;
    }
    let end = at + 1;
    let quote = '';
    for (; end < template.length; end++) {
      const char = template[end] as string;
      if (quote) {
        if (char === '\\') end++;
        else if (char === quote) quote = '';
      } else if (char === '"' || char === "'") quote = char;
      else if (char === '}') break;
    }
    if (end >= template.length) throw new TemplateError('unclosed action');
    const inner = template.slice(at + 1, end).trim();
    at = end + 1;
    if (/^(["']).*\1$/s.test(inner)) top().parts.push({ sort: 'text', text: withoutEscapes(inner.slice(1, -1)) });
    else if (/^range\b/.test(inner)) stack.push({ steps: stepsOf(inner.slice(5).trim()), parts: [] });
    else if (inner === 'end') {
      const closed = stack.pop();
      if (!closed || stack.length === 0) throw new TemplateError('not in range, nothing to end');
      top().parts.push({ sort: 'range', steps: closed.steps, body: closed.parts });
    } else top().parts.push({ sort: 'path', steps: stepsOf(inner) });
  }
  if (stack.length > 1) throw new TemplateError('unterminated range');
  return top().parts;
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return goJson(value);
  return value === null || value === undefined ? '' : String(value);
}

function render(parts: readonly Part[], value: unknown): string {
  return parts
    .map((part) => {
      if (part.sort === 'text') return part.text;
      const found = follow([value], part.steps);
      return part.sort === 'path' ? found.map(shown).join(' ') : found.map((item) => render(part.body, item)).join('');
    })
    .join('');
}

/** What a template prints of a value, or why it cannot be read. */
export function jsonPath(template: string, value: unknown): { readonly text: string } | { readonly error: string } {
  try {
    return { text: render(partsOf(template), value) };
  } catch (error) {
    if (error instanceof TemplateError) return { error: error.message };
    throw error;
  }
}

/** The values that one path finds: `.metadata.name`, `{.metadata.name}`, `metadata.name`. */
export function valuesAt(path: string, value: unknown): { readonly values: unknown[] } | { readonly error: string } {
  const bare = path.trim().replace(/^\{(.*)\}$/s, '$1');
  try {
    return { values: follow([value], stepsOf(bare)) };
  } catch (error) {
    if (error instanceof TemplateError) return { error: error.message };
    throw error;
  }
}

/** A cell of `custom-columns`. */
export function cellAt(path: string, value: unknown): string {
  const found = valuesAt(path, value);
  if ('error' in found || found.values.length === 0) return '<none>';
  return found.values
    .map((item) =>
      item === null || item === undefined ? '<none>' : isMap(item) || Array.isArray(item) ? goMap(item) : shown(item),
    )
    .join(',');
}

/** fmt's %v of a map and a list. */
function goMap(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goMap).join(' ')}]`;
  if (!isMap(value)) return shown(value);
  return `map[${Object.keys(value)
    .sort()
    .map((key) => `${key}:${goMap(value[key])}`)
    .join(' ')}]`;
}
