/** A field of a Go struct that has a protobuf tag. */
export interface GoField {
  readonly type: string;
  readonly number: number;
  readonly jsonName: string;
  readonly omitEmpty: boolean;
  readonly inline: boolean;
}

export interface GoPackage {
  /** Import paths by the names under which the package's files know them. */
  readonly imports: ReadonlyMap<string, string>;
  readonly structs: ReadonlyMap<string, readonly GoField[]>;
  /** Named types that are no structs, with what they are. */
  readonly named: ReadonlyMap<string, string>;
}

function fieldOf(line: string): GoField | undefined {
  const [, code = '', tags = ''] = /^\s*([^`/]*?)\s*`(.*)`/.exec(line) ?? [];
  const number = /protobuf:"\w+,(\d+)/.exec(tags)?.[1];
  if (number === undefined) return undefined;
  const [jsonName = '', ...options] = (/json:"([^"]*)"/.exec(tags)?.[1] ?? '').split(',');
  const words = code.split(/\s+/);
  return {
    type: words.slice(words.length > 1 ? 1 : 0).join(''),
    number: Number(number),
    jsonName,
    omitEmpty: options.includes('omitempty') || options.includes('omitzero'),
    inline: jsonName === '',
  };
}

/** The types of one Go package, from the texts of its files. Reads gofmt's form only. */
export function readGoPackage(files: readonly string[]): GoPackage {
  const imports = new Map<string, string>();
  const structs = new Map<string, GoField[]>();
  const named = new Map<string, string>();
  for (const file of files) {
    for (const [, alias, path = ''] of file.matchAll(/^(?:import )?\s*(\w+)?\s*"(k8s\.io\/[^"]+)"$/gm))
      imports.set(alias ?? path.slice(path.lastIndexOf('/') + 1), path);
    for (const [, name = '', body = ''] of file.matchAll(/^type (\w+) struct \{\n([\s\S]*?)^\}/gm))
      structs.set(
        name,
        body.split('\n').flatMap((line) => fieldOf(line) ?? []),
      );
    for (const [, name = '', type = ''] of file.matchAll(/^type (\w+) (?:= )?((?:\[\]|map\[)?[\w.[\]]+)$/gm))
      if (type !== 'struct' && type !== 'interface') named.set(name, type);
  }
  return { imports, structs, named };
}
