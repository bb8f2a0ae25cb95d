/**
 * Models: Go's fmt with the verbs %v and %#v, for the JSON values that reach messages.
 * Simplified: whole numbers print as int64, others as float64.
 * Not modelled: -
 */

/** `map[a:1 b:[x y]]`, `<nil>`, text without quotes. */
export function goPrint(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goPrint).join(' ')}]`;
  if (typeof value === 'object') {
    const map = value as Readonly<Record<string, unknown>>;
    const entries = Object.keys(map)
      .sort()
      .map((key) => `${key}:${goPrint(map[key])}`);
    return `map[${entries.join(' ')}]`;
  }
  return typeof value === 'number' ? goNumber(value) : String(value);
}

/** `map[interface {}]interface {}{"a":1}`: what go-yaml decodes a node to, in Go's own syntax. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (typeof value !== 'object') return typeof value === 'number' ? goNumber(value) : JSON.stringify(value);
  const map = value as Readonly<Record<string, unknown>>;
  const entries = Object.keys(map)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${goSyntax(map[key])}`);
  return `map[interface {}]interface {}{${entries.join(', ')}}`;
}

/** Go changes to an exponent earlier than JavaScript for small numbers, and gives it two digits. */
function goNumber(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1e-4) return String(value);
  const [digits, exponent] = value.toExponential().split('e-');
  return `${digits}e-${exponent!.padStart(2, '0')}`;
}

/** The kind of Go value that a JSON value is decoded to: `string`, `int64`, `float64`, `bool`, `map`, `slice`. */
export function goKind(value: unknown): 'string' | 'int64' | 'float64' | 'bool' | 'map' | 'slice' | 'nil' {
  if (value === null || value === undefined) return 'nil';
  if (Array.isArray(value)) return 'slice';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? 'int64' : 'float64';
    default:
      return 'map';
  }
}
