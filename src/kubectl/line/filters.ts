// Models: grep, head, tail, wc, sort and cat of POSIX, as far as they follow a pipe
// Simplified: patterns are JavaScript's; one column of `sort`.
// Not modelled: awk, sed, jq, cut, tee, less.

type Filter = (lines: readonly string[]) => readonly string[];
export type BuiltFilter =
  /** `each`: needs no more than one line at a time. */
  { readonly apply: Filter; readonly each: boolean; readonly error?: undefined } | { readonly error: string };

const patternLimit = 200;

/** Pattern of grep; `undefined` when it is none, or could take for ever. */
function patternOf(text: string, ignoreCase: boolean, fixed: boolean): RegExp | undefined {
  if (text.length > patternLimit) return undefined;
  // A repeated group can take for ever; such a pattern is no search in a listing.
  const source = fixed || /\)[*+{]/.test(text) ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text;
  try {
    return new RegExp(source, ignoreCase ? 'i' : '');
  } catch {
    return undefined;
  }
}

function grep(args: readonly string[]): BuiltFilter {
  const letters = args.filter((arg) => /^-[a-zA-Z]+$/.test(arg) && arg !== '-e').join('');
  const [pattern, ...files] = args.filter((arg) => !/^-[a-zA-Z]+$/.test(arg));
  const unknown = /[^-ivcEFwnq]/.exec(letters)?.[0];
  if (unknown) return { error: `grep: invalid option -- '${unknown}'` };
  if (pattern === undefined) return { error: 'usage: grep [-ivcEFw] PATTERN' };
  if (files.length > 0) return { error: `grep: ${files[0]}: No such file or directory` };
  const found = patternOf(
    letters.includes('w') ? `\\b${pattern}\\b` : pattern,
    letters.includes('i'),
    letters.includes('F'),
  );
  if (!found) return { error: `grep: ${pattern}: invalid pattern` };
  const keeps = (line: string) => found.test(line.slice(0, 2_000)) !== letters.includes('v');
  if (letters.includes('c')) return { apply: (lines) => [String(lines.filter(keeps).length)], each: false };
  return { apply: (lines) => lines.filter(keeps), each: true };
}

function countOf(args: readonly string[]): number | undefined {
  const text = args
    .join(' ')
    .replace(/^-n\s*/, '')
    .replace(/^-/, '');
  return args.length === 0 ? 10 : /^\d+$/.test(text) ? Number(text) : undefined;
}

/** One command behind a pipe. */
export function filterOf([name = '', ...args]: readonly string[]): BuiltFilter {
  switch (name) {
    case 'grep':
    case 'egrep':
      return grep(args);
    case 'cat':
    case 'less':
    case 'more':
      return { apply: (lines) => lines, each: true };
    case 'head':
    case 'tail': {
      const count = countOf(args);
      if (count === undefined) return { error: `${name}: invalid number of lines: '${args.join(' ')}'` };
      return {
        apply: (lines) => (name === 'head' ? lines.slice(0, count) : count === 0 ? [] : lines.slice(-count)),
        each: false,
      };
    }
    case 'wc':
      if (args[0] === '-l') return { apply: (lines) => [String(lines.length)], each: false };
      return {
        apply: (lines) => {
          const words = lines.join(' ').split(/\s+/).filter(Boolean).length;
          const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
          return [[lines.length, words, chars].map((n) => String(n).padStart(7)).join(' ')];
        },
        each: false,
      };
    case 'sort': {
      if (args.some((arg) => !/^-[rnu]+$/.test(arg))) return { error: `sort: ${args.join(' ')}: not known here` };
      const letters = args.join('');
      const compare = (a: string, b: string) =>
        letters.includes('n') ? (Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0) : a < b ? -1 : a > b ? 1 : 0;
      return {
        apply: (lines) => {
          const sorted = [...lines].sort(compare);
          if (letters.includes('r')) sorted.reverse();
          return letters.includes('u') ? sorted.filter((line, i) => line !== sorted[i - 1]) : sorted;
        },
        each: false,
      };
    }
    case 'uniq':
      return { apply: (lines) => lines.filter((line, i) => line !== lines[i - 1]), each: false };
    default:
      return { error: `sh: ${name}: command not found` };
  }
}
