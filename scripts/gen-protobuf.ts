import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kinds } from '../src/engine';
import { BadInput, mustExist, runCommand } from '../src/host/command-line.mjs';
import '../src/engine/further-kinds';
import { type GoField, type GoPackage, readGoPackage } from './lib/go-structs';

const target = 'src/host/serve/protobuf-fields.generated.json';

/** Kinds that clients send and no server stores. */
const unstored: readonly (readonly [folder: string, kind: string])[] = [
  ['meta/v1', 'DeleteOptions'],
  ['meta/v1', 'Status'],
  ['core/v1', 'Binding'],
  ['core/v1', 'PodLogOptions'],
  ['policy/v1', 'Eviction'],
  ['autoscaling/v1', 'Scale'],
  ['autoscaling/v1', 'HorizontalPodAutoscaler'],
  ['authentication/v1', 'TokenRequest'],
  ['authentication/v1', 'TokenReview'],
  ['authentication/v1', 'SelfSubjectReview'],
  ['authorization/v1', 'SelfSubjectAccessReview'],
  ['authorization/v1', 'SelfSubjectRulesReview'],
  ['authorization/v1', 'SubjectAccessReview'],
  ['authorization/v1', 'LocalSubjectAccessReview'],
];

/** What is decoded by a rule of its own: protobuf.ts knows these. */
const special: Readonly<Record<string, string>> = {
  'meta/v1.Time': 'time',
  'meta/v1.MicroTime': 'time',
  'meta/v1.Duration': 'duration',
  'resource.Quantity': 'quantity',
  'intstr.IntOrString': 'intOrString',
  'runtime.RawExtension': 'raw',
  'meta/v1.FieldsV1': 'raw',
};

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  bool: 'bool',
  int: 'int',
  int32: 'int',
  int64: 'int',
  uint32: 'int',
  uint64: 'int',
  float64: 'double',
  '[]byte': 'bytes',
};

/** One field: its JSON name, what its value is, and marks: `r` repeated, `m` a map, `p` a pointer, `z` printed when zero, `i` inline. */
type Field = readonly [name: string, type: string, marks: string];

class Reader {
  readonly messages: Record<string, Record<string, Field>> = {};
  private readonly roots: ReadonlyMap<string, string>;
  private readonly packages = new Map<string, GoPackage>();

  constructor(api: string, machinery: string) {
    this.roots = new Map([
      ['k8s.io/apimachinery/', machinery],
      ['k8s.io/api/', api],
    ]);
  }

  private package(path: string): GoPackage {
    let found = this.packages.get(path);
    if (!found) {
      const [prefix, root] = [...this.roots].find(([start]) => path.startsWith(start)) ?? [];
      if (prefix === undefined || root === undefined) throw new Error(`no source for package ${path}`);
      const folder = join(root, path.slice(prefix.length));
      const files = readdirSync(folder).filter(
        (name) => /\.go$/.test(name) && !/_test\.go$|^generated|^zz_/.test(name),
      );
      found = readGoPackage(files.map((name) => readFileSync(join(folder, name), 'utf8')));
      this.packages.set(path, found);
    }
    return found;
  }

  /** `meta/v1.ObjectMeta` */
  private nameOf(path: string, type: string): string {
    const folder = path
      .replace('k8s.io/apimachinery/pkg/apis/', '')
      .replace('k8s.io/apimachinery/pkg/api/', '')
      .replace('k8s.io/apimachinery/pkg/util/', '')
      .replace('k8s.io/apimachinery/pkg/', '')
      .replace('k8s.io/api/', '');
    return `${folder}.${type}`;
  }

  /** What a Go type is on the wire: a scalar, a special name, or a message, which is then read too. */
  private valueOf(path: string, type: string): { type: string; marks: string } {
    if (type.startsWith('*')) {
      const value = this.valueOf(path, type.slice(1));
      return { type: value.type, marks: `${value.marks}p` };
    }
    const scalar = scalars[type];
    if (scalar) return { type: scalar, marks: '' };
    if (type.startsWith('[]')) return { type: this.valueOf(path, type.slice(2)).type, marks: 'r' };
    const map = /^map\[([\w.]+)\](.+)$/.exec(type);
    if (map?.[2]) return { type: this.valueOf(path, map[2]).type, marks: 'm' };
    const [alias, foreign] = type.split('.');
    const pkg = this.package(path);
    if (foreign !== undefined) {
      const imported = pkg.imports.get(alias ?? '');
      if (!imported) throw new Error(`${path} imports no ${alias}`);
      return this.valueOf(imported, foreign);
    }
    const name = this.nameOf(path, type);
    const known = special[name];
    if (known) return { type: known, marks: '' };
    const named = pkg.named.get(type);
    // A named list is a message of its own where it stands in for one, a named map and a named text are not.
    if (named?.startsWith('[]')) {
      this.messages[name] ??= { 1: ['', 'string', 'r'] };
      return { type: name, marks: '' };
    }
    if (named !== undefined) return this.valueOf(path, named);
    this.message(path, type);
    return { type: name, marks: '' };
  }

  /** Reads a struct and everything that it holds. */
  message(path: string, type: string): void {
    const name = this.nameOf(path, type);
    if (this.messages[name]) return;
    const fields = this.package(path).structs.get(type);
    if (!fields) throw new Error(`${path} has no struct ${type}`);
    const message: Record<string, Field> = {};
    this.messages[name] = message;
    for (const field of fields) message[String(field.number)] = this.field(path, field);
  }

  private field(path: string, field: GoField): Field {
    const value = this.valueOf(path, field.type);
    const marks = `${value.marks}${field.omitEmpty ? '' : 'z'}${field.inline ? 'i' : ''}`;
    return [field.jsonName, value.type, marks];
  }
}

await runCommand({
  call: 'npm run gen:protobuf --',
  usage: 'API APIMACHINERY',
  help: `Reads the field numbers of the kinds that clients send as protobuf from the struct tags of the Go modules k8s.io/api and
k8s.io/apimachinery, whose folders it is given, and writes them to ${target}.

Exit code: 0 written, 2 bad input.`,
  places: [2, 2],
  main({ places: [api = '', machinery = ''] }) {
    mustExist(api);
    mustExist(machinery);
    const reader = new Reader(resolve(api), resolve(machinery));
    const folders = new Set(readdirSync(api));
    for (const { group, version, kind } of kinds) {
      const folder = group === '' ? 'core' : (group.split('.')[0] ?? '');
      if (folders.has(folder)) reader.message(`k8s.io/api/${folder}/${version}`, kind);
    }
    for (const [folder, kind] of unstored) {
      const path = folder === 'meta/v1' ? 'k8s.io/apimachinery/pkg/apis/meta/v1' : `k8s.io/api/${folder}`;
      reader.message(path, kind);
    }
    const names = Object.keys(reader.messages).sort();
    if (names.length === 0) throw new BadInput('no struct was found');
    const lines = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(reader.messages[name])}`);
    const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
    writeFileSync(join(root, target), `{\n${lines.join(',\n')}\n}\n`);
    console.log(`${names.length} messages`);
    return 0;
  },
});
