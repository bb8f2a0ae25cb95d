/** One line of text about an object, and how far it is indented. */
export interface Line {
  readonly indent: number;
  readonly text: string;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return (Array.isArray(value) && value.length === 0) || (isMap(value) && Object.keys(value).length === 0);
}

const plain = /^[A-Za-z0-9_./][-A-Za-z0-9_./:@ +%,=()]*$/;
/** What YAML 1.1 reads as something else than text: words, numbers in all their forms, times. */
const looksOtherwise = /^(?:true|false|null|yes|no|on|off|y|n|~|[-+.\d][-+.\d:_a-fx]*|e[-+\d]+|\d{4}-\d\d?-\d.*)$/i;

function scalar(value: unknown): string {
  if (typeof value === 'string') {
    return plain.test(value) &&
      !looksOtherwise.test(value) &&
      !value.endsWith(':') &&
      !value.endsWith(' ') &&
      !value.includes(': ')
      ? value
      : JSON.stringify(value);
  }
  if (value === undefined) return 'null';
  return isEmpty(value) ? (Array.isArray(value) ? '[]' : '{}') : JSON.stringify(value);
}

function isLeaf(value: unknown): boolean {
  return !(isMap(value) || Array.isArray(value)) || isEmpty(value);
}

function keyText(key: string): string {
  return plain.test(key) && !looksOtherwise.test(key) ? key : JSON.stringify(key);
}

/** A JSON value as YAML, line by line. Fields that are `undefined` are left out. */
export function yamlLines(value: unknown, indent = 0): Line[] {
  if (isLeaf(value)) return [{ indent, text: scalar(value) }];
  const lines: Line[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const inner = yamlLines(item, indent + 1);
      const [first, ...rest] = inner as [Line, ...Line[]];
      lines.push({ indent, text: `- ${first.text}` }, ...rest);
    }
    return lines;
  }
  for (const [key, member] of Object.entries(value as Record<string, unknown>)) {
    if (member === undefined) continue;
    if (isLeaf(member)) lines.push({ indent, text: `${keyText(key)}: ${scalar(member)}` });
    else
      lines.push({ indent, text: `${keyText(key)}:` }, ...yamlLines(member, indent + (Array.isArray(member) ? 0 : 1)));
  }
  return lines;
}
