/**
 * Models: go.yaml.in/yaml/v2 resolve.go: what kubectl makes of an unquoted word in YAML.
 * Simplified: whole numbers beyond 2^53 lose digits, as every JSON number here does.
 * Not modelled: `!!binary`, whose text stays as it is.
 */

const WORDS: ReadonlyMap<string, boolean | null | number> = new Map<string, boolean | null | number>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((w): [string, boolean] => [w, true]),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((w): [string, boolean] => [
    w,
    false,
  ]),
  ...['', '~', 'null', 'Null', 'NULL'].map((w): [string, null] => [w, null]),
  ...['.nan', '.NaN', '.NAN'].map((w): [string, number] => [w, Number.NaN]),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((w): [string, number] => [w, Number.POSITIVE_INFINITY]),
  ...['-.inf', '-.Inf', '-.INF'].map((w): [string, number] => [w, Number.NEGATIVE_INFINITY]),
]);

const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const TIMESTAMP = /^\d{4}-\d{1,2}-\d{1,2}($|[Tt ])/;
const MAX_UINT64 = 2n ** 64n - 1n;
const MIN_INT64 = -(2n ** 63n);

/** The value of a plain scalar: `yes` → true, `0644` → 420, `1_000` → 1000; times and base 60 stay text. */
export function resolvePlain(text: string): string | number | boolean | null {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.0-9]/.test(text) || TIMESTAMP.test(text)) return text;
  if (text[0] === '.') return float(text) ?? text;
  const digits = text.replaceAll('_', '');
  return integer(digits) ?? float(digits) ?? text;
}

/** Numbers too large for a double are text. */
function float(text: string): number | undefined {
  const value = FLOAT.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** strconv.ParseInt and ParseUint with base 0. */
function integer(text: string): number | undefined {
  const match = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/.exec(text);
  if (match === null) return undefined;
  const digits = match[2]!.replace(/^0(?=[0-7])/, '0o');
  const size = BigInt(digits);
  const value = match[1] === '-' ? -size : size;
  if (value > MAX_UINT64 || value < MIN_INT64) return undefined;
  return Number(value);
}

/** The value of a scalar with an explicit tag, or the complaint that it is none. */
export function resolveTagged(
  tag: string,
  text: string,
): { readonly value: string | number | boolean | null } | { readonly error: string } {
  const short = tag.replace(/^tag:yaml\.org,2002:/, '!!');
  const value = resolvePlain(text);
  switch (short) {
    case '!!int':
      return Number.isInteger(value) ? { value } : { error: wrongTag(text, value, short) };
    case '!!float':
      return typeof value === 'number' ? { value } : { error: wrongTag(text, value, short) };
    case '!!bool':
      return typeof value === 'boolean' ? { value } : { error: wrongTag(text, value, short) };
    case '!!null':
      return value === null ? { value } : { error: wrongTag(text, value, short) };
    default:
      return { value: text };
  }
}

function wrongTag(text: string, value: unknown, tag: string): string {
  const found = value === null ? '!!null' : ({ number: '!!int', boolean: '!!bool' }[typeof value as string] ?? '!!str');
  return `cannot decode ${found} \`${text}\` as a ${tag}`;
}
