// Models: k8s.io/kubectl pkg/util/completion: what Tab offers on a command line
// Simplified: the same for every command that takes resources; flags by their names.
// Not modelled: values of flags other than namespaces and output formats, containers.
import { kinds } from '../../engine/index';
import { commandGroups, commands } from '../commands/index';
import type { Completion, NamesOf } from '../lines';
import { globalFlags } from './find-command';
import { kindNamed } from './resources';

const maxWords = 200;
const nodeCommands = new Set(['cordon', 'uncordon', 'drain']);
/** A word alone is a Pod's name. */
const podCommands = new Set(['logs', 'exec']);
/** Take names of things to be, not of things that are. */
const newNames = /^(create|run|config|version|api-|cluster-info)/;

function sorted(words: Iterable<string>, prefix: string): string[] {
  return [...new Set(words)]
    .filter((word) => word.startsWith(prefix))
    .sort()
    .slice(0, maxWords);
}

function resourceWords(prefix: string): string[] {
  const all = kinds.map(({ resource, group }) => ({ resource, group }));
  const twice = new Set(
    all.map(({ resource }) => resource).filter((resource, i, list) => list.indexOf(resource) !== i),
  );
  return sorted(
    all.map(({ resource, group }) => (twice.has(resource) && group ? `${resource}.${group}` : resource)),
    prefix,
  );
}

/** What the end of `line` could become. `namespace`: that of the context. */
export function completeLine(line: string, namesOf: NamesOf, namespace: string): Completion {
  const lastPipe = line.lastIndexOf('|');
  const start = lastPipe + 1;
  const typed = line.slice(start);
  const from = start + typed.length - (/[^\s]*$/.exec(typed)?.[0].length ?? 0);
  const current = line.slice(from);
  const before = typed
    .slice(0, typed.length - current.length)
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  if (lastPipe >= 0)
    return {
      from,
      words: before.length === 0 ? sorted(['grep', 'head', 'tail', 'sort', 'uniq', 'wc', 'cat'], current) : [],
    };
  const started = before[0] === 'kubectl' || before[0] === 'k';
  const words = started ? before.slice(1) : before;
  let inNamespace = namespace;
  const plain: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === '-n' || word === '--namespace') inNamespace = words[++i] ?? inNamespace;
    else if (/^(-n|--namespace=)./.test(word)) inNamespace = word.replace(/^(-n=?|--namespace=)/, '');
    else if (/^-[olfLp]$/.test(word)) i++;
    else if (!word.startsWith('-')) plain.push(word);
  }
  const last = words.at(-1);
  if (last === '-n' || last === '--namespace') return { from, words: sorted(namesOf('namespaces', ''), current) };
  if (last === '-o' || last === '--output')
    return { from, words: sorted(['wide', 'yaml', 'json', 'name', 'jsonpath=', 'custom-columns='], current) };
  if ((last === '-f' && plain[0] !== 'logs') || last === '--filename') return { from, words: [] };
  const path = [3, 2, 1]
    .map((length) => plain.slice(0, length).join(' '))
    .find(
      (text, i) =>
        plain.length >= 3 - i && (commands.some((command) => command.path === text) || text in commandGroups),
    );
  const command = commands.find((candidate) => candidate.path === path);
  if (current.startsWith('-')) {
    const flags = [...(command?.flags ?? []), ...globalFlags];
    return {
      from,
      words: sorted(
        flags.map(({ name, type }) => (type === 'bool' ? `--${name}` : `--${name}=`)),
        current,
      ),
    };
  }
  const depth = path === undefined ? 0 : path.split(' ').length;
  const subcommands = commands
    .filter((candidate) => (path === undefined ? true : candidate.path.startsWith(`${path} `)))
    .map((candidate) => candidate.path.split(' ')[depth] as string);
  if (path === undefined) {
    if (plain.length > 0) return { from, words: [] };
    return { from, words: sorted(started ? subcommands : [...subcommands, 'kubectl', 'clear', 'help'], current) };
  }
  if (!command || (subcommands.length > 0 && plain.length === depth))
    return { from, words: sorted(subcommands, current) };
  if (newNames.test(path)) return { from, words: [] };
  const args = plain.slice(depth);
  const slash = current.indexOf('/');
  if (slash > 0) {
    const kind = kindNamed(current.slice(0, slash));
    const found = kind ? namesOf(kind.resource, kind.namespaced ? inNamespace : '') : [];
    return {
      from,
      words: sorted(
        found.map((name) => `${current.slice(0, slash)}/${name}`),
        current,
      ),
    };
  }
  if (nodeCommands.has(path)) return { from, words: sorted(namesOf('nodes', ''), current) };
  if (podCommands.has(path))
    return { from, words: args.length === 0 ? sorted(namesOf('pods', inNamespace), current) : [] };
  if (args.length === 0) {
    if (current.includes(',')) {
      const done = current.slice(0, current.lastIndexOf(',') + 1);
      return {
        from,
        words: sorted(
          resourceWords(current.slice(done.length)).map((word) => done + word),
          current,
        ),
      };
    }
    return { from, words: resourceWords(current) };
  }
  const kind = kindNamed((args[0] as string).split(',')[0] as string);
  if (!kind || (args[0] as string).includes('/')) return { from, words: [] };
  const taken = new Set(args.slice(1));
  return {
    from,
    words: sorted(
      namesOf(kind.resource, kind.namespaced ? inNamespace : '').filter((name) => !taken.has(name)),
      current,
    ),
  };
}
