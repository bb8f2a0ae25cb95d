// Models: the command lines of kubectl that a terminal or a lesson uses.
// Simplified: one object a command, its kind by plural, singular or short name; flags as --flag=value.
// Not modelled: quoting, pipes, files, every other verb and flag.
import { kinds } from '../engine/index';

/** What a command line asks of the kubectl process. */
export interface KubectlCommand {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const shortNames: Readonly<Record<string, string>> = {
  deploy: 'deployments',
  rs: 'replicasets',
  po: 'pods',
  no: 'nodes',
  svc: 'services',
  cm: 'configmaps',
  ns: 'namespaces',
};

function resourceOf(word: string): string | undefined {
  const lower = word.toLowerCase().split('.')[0] ?? '';
  const kind = kinds.find(({ resource, kind }) => resource === lower || kind.toLowerCase() === lower);
  return kind?.resource ?? (Object.hasOwn(shortNames, lower) ? shortNames[lower] : undefined);
}

/** `deployment/shop` or `deployment shop` */
function objectOf(words: readonly string[]): { resource: string; name: string; rest: readonly string[] } | undefined {
  const [first = '', second] = words;
  const slash = first.indexOf('/');
  const resource = resourceOf(slash < 0 ? first : first.slice(0, slash));
  const name = slash < 0 ? second : first.slice(slash + 1);
  return resource && name ? { resource, name, rest: words.slice(slash < 0 ? 2 : 1) } : undefined;
}

/**
 * Reads `kubectl set image`, `scale`, `rollout undo|restart|pause|resume` and `delete`. `undefined`: another command, or one
 * that lacks what it needs.
 */
export function parseCommandLine(line: string): KubectlCommand | undefined {
  const words = line.trim().split(/\s+/);
  if (words[0] === 'kubectl') words.shift();
  const flags = new Map<string, string>();
  let namespace = 'default';
  const plain: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const [flag = '', value] = word.split('=', 2);
    if (word === '-n') namespace = words[++i] ?? namespace;
    else if (word.startsWith('--')) flags.set(flag.slice(2), value ?? '');
    else plain.push(word);
  }
  namespace = flags.get('namespace') ?? namespace;
  const [verb, ...rest] = plain;
  if (verb === 'rollout') {
    const [action = '', ...target] = rest;
    const type = { undo: 'rolloutUndo', restart: 'rolloutRestart', pause: 'rolloutPause', resume: 'rolloutResume' }[
      action
    ];
    const object = objectOf(target);
    if (!type || object?.resource !== 'deployments') return undefined;
    const toRevision = Number(flags.get('to-revision') ?? 0);
    if (!Number.isSafeInteger(toRevision)) return undefined;
    return { type, payload: { namespace, name: object.name, ...(type === 'rolloutUndo' ? { toRevision } : {}) } };
  }
  if (verb === 'set' && rest[0] === 'image') {
    const object = objectOf(rest.slice(1));
    const [container, image] = (object?.rest[0] ?? '').split(/=(.*)/s);
    if (!object || !container || !image) return undefined;
    return { type: 'setImage', payload: { resource: object.resource, namespace, name: object.name, container, image } };
  }
  if (verb === 'scale') {
    const object = objectOf(rest);
    const replicas = Number(flags.get('replicas') ?? '');
    if (!object || !flags.has('replicas') || !Number.isSafeInteger(replicas) || replicas < 0) return undefined;
    return { type: 'scale', payload: { resource: object.resource, namespace, name: object.name, replicas } };
  }
  if (verb === 'delete') {
    const object = objectOf(rest);
    return object && { type: 'deleteObject', payload: { resource: object.resource, namespace, name: object.name } };
  }
  return undefined;
}
