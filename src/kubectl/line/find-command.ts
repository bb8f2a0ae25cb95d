// Models: github.com/spf13/cobra Command.Find, SuggestionsFor, the usage of k8s.io/kubectl pkg/util/templates
// Simplified: help in few lines.
// Not modelled: examples, plugins, aliases of users.
import { commandGroups, commands } from '../commands/index';
import type { CommandDefinition } from './command';
import type { FlagDefinition } from './flags';

/** Flags that every command has. */
export const globalFlags: readonly FlagDefinition[] = [
  { name: 'namespace', short: 'n', type: 'text', usage: 'If present, the namespace scope for this CLI request' },
  { name: 'help', short: 'h', type: 'bool', usage: 'help for this command' },
  { name: 'context', type: 'text', usage: 'The name of the kubeconfig context to use' },
  {
    name: 'request-timeout',
    type: 'text',
    usage: 'The length of time to wait before giving up on a single server request',
  },
];

const aliases: Readonly<Record<string, string>> = {
  'create ns': 'create namespace',
  'create cm': 'create configmap',
  'create deploy': 'create deployment',
  'create svc': 'create service',
  'create sa': 'create serviceaccount',
  'create cj': 'create cronjob',
  'create pdb': 'create poddisruptionbudget',
  'create ing': 'create ingress',
  'create pc': 'create priorityclass',
};

export type Found =
  | { readonly command: CommandDefinition; readonly rest: readonly string[] }
  | { readonly group: string; readonly rest: readonly string[] }
  | { readonly error: string };

/** How many edits lead from one word to another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + Number(a[i - 1] !== b[j - 1]),
      );
    row = next;
  }
  return row[b.length] as number;
}

const firstWords = (): string[] => [...new Set(commands.map(({ path }) => path.split(' ')[0] as string))];

/** The command that the words begin with. Flags before it are its own. */
export function findCommand(words: readonly string[]): Found {
  const at: number[] = [];
  for (let i = 0; i < words.length && at.length < 3; i++) {
    const word = words[i] as string;
    if (word === '--') break;
    if (word.startsWith('-')) {
      if (word === '-n' || word === '--namespace' || word === '--context') i++;
      continue;
    }
    at.push(i);
  }
  const plain = at.map((i) => words[i] as string);
  if (plain.length === 0) return { group: '', rest: words };
  for (let length = plain.length; length > 0; length--) {
    const given = plain.slice(0, length).join(' ');
    const path = aliases[given] ?? given;
    const command = commands.find((candidate) => candidate.path === path);
    const rest = words.filter((_, i) => !at.slice(0, length).includes(i));
    if (command) return { command, rest };
    if (path in commandGroups) {
      const unknown = plain[length];
      return unknown !== undefined
        ? { error: `unknown command ${JSON.stringify(`${unknown}`)} for ${JSON.stringify(`kubectl ${path}`)}` }
        : { group: path, rest };
    }
  }
  const word = plain[0] as string;
  const close = firstWords().filter(
    (name) => distance(word.toLowerCase(), name) <= 2 || name.startsWith(word.toLowerCase()),
  );
  const hint = close.length > 0 ? `\n\nDid you mean this?\n${close.map((name) => `\t${name}\n`).join('')}` : '';
  return { error: `unknown command ${JSON.stringify(word)} for "kubectl"${hint}` };
}

function flagLine({ name, short, type, byDefault, usage }: FlagDefinition): string {
  const value =
    byDefault !== undefined
      ? `'${byDefault}'`
      : type === 'bool'
        ? 'false'
        : type === 'list'
          ? '[]'
          : type === 'count'
            ? '0'
            : type === 'duration'
              ? '0s'
              : "''";
  return `    ${short ? `-${short}, ` : ''}--${name}=${value}:\n\t${usage}`;
}

/** `kubectl get --help` */
export function helpOf({ short, flags, use }: CommandDefinition): string {
  const options =
    flags.length > 0
      ? `\n\nOptions:\n${[...flags]
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .map(flagLine)
          .join('\n\n')}`
      : '';
  return `${short}.${options}\n\nUsage:\n  ${use}\n\nUse "kubectl options" for a list of global command-line options (applies to all commands).`;
}

/** `kubectl rollout --help`, or `kubectl --help`. */
export function groupHelp(group: string): string {
  const listed = (list: readonly (readonly [string, string])[]) =>
    list.map(([name, short]) => `  ${name.padEnd(15)} ${short}`).join('\n');
  if (group !== '') {
    const inside = commands
      .filter(({ path }) => path.startsWith(`${group} `))
      .map(({ path, short }) => [path.slice(group.length + 1), short] as const);
    return `${commandGroups[group]}\n\nAvailable Commands:\n${listed(inside)}\n\nUsage:\n  kubectl ${group} [flags] [options]`;
  }
  const top = firstWords().map(
    (name) => [name, commandGroups[name] ?? commands.find(({ path }) => path === name)?.short ?? ''] as const,
  );
  return `kubectl controls the Kubernetes cluster manager.\n\nAvailable Commands:\n${listed(top)}\n\nUsage:\n  kubectl [flags] [options]\n\nUse "kubectl <command> --help" for more information about a given command.`;
}
