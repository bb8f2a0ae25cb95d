/** Words that YAML reads as something other than text, and texts that need quotes for their marks. */
const plain = /^[A-Za-z_][A-Za-z0-9_./-]*(?::[A-Za-z0-9_./-]+)*$/;
const reserved = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value ?? null);
  return plain.test(value) && !reserved.test(value) ? value : JSON.stringify(value);
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

function lines(value: unknown, indent: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const [first = '', ...rest] = block(item, `${indent}  `);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  return Object.entries(value as object).flatMap(([key, item]) => {
    const name = `${indent}${scalar(key)}:`;
    if (typeof item !== 'object' || item === null || isEmpty(item)) return [`${name} ${scalar(item)}`];
    return [name, ...lines(item, Array.isArray(item) ? indent : `${indent}  `)];
  });
}

function block(value: unknown, indent: string): string[] {
  return typeof value === 'object' && value !== null && !isEmpty(value)
    ? lines(value, indent)
    : [indent + scalar(value)];
}

/** A manifest's object as the YAML that one would write by hand. */
export function toYaml(object: unknown): string {
  return `${block(object, '').join('\n')}\n`;
}
