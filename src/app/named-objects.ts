/** An object that a manifest names. */
export interface NamedObject {
  readonly kind: string;
  readonly name: string;
}

const plainValue = (line: string): string =>
  line
    .slice(line.indexOf(':') + 1)
    .replace(/\s+#.*$/, '')
    .trim()
    .replace(/^(['"])(.*)\1$/, '$2');

/**
 * Kinds and names in a manifest of the usual form: block style, a document an object. What is written otherwise is left
 * out; the cluster reads manifests, this only tells a learner what stands in hers.
 */
export function namedObjects(text: string): NamedObject[] {
  const objects: NamedObject[] = [];
  for (const part of text.split(/^---.*$/m)) {
    const lines = part.split('\n').filter((line) => /\S/.test(line) && !/^\s*#/.test(line));
    const kind = lines.find((line) => /^kind\s*:/.test(line));
    const head = lines.findIndex((line) => /^metadata\s*:\s*(#.*)?$/.test(line));
    if (!kind || head < 0) continue;
    const rest = lines.slice(head + 1);
    const end = rest.findIndex((line) => !/^\s/.test(line));
    const fields = end < 0 ? rest : rest.slice(0, end);
    const indent = /^\s*/.exec(fields[0] ?? '')?.[0] ?? '';
    const name = fields.find((line) => line.startsWith(`${indent}name:`));
    if (name) objects.push({ kind: plainValue(kind), name: plainValue(name) });
  }
  return objects;
}
