import type { Ui } from '../i18n/index';
import type { IndexedEvent } from '../store/trace-index';

/** Kinds by the plural that paths and subjects have. */
const kindNames: Readonly<Record<string, string>> = {
  pods: 'Pod',
  replicasets: 'ReplicaSet',
  deployments: 'Deployment',
  nodes: 'Node',
  services: 'Service',
  configmaps: 'ConfigMap',
  secrets: 'Secret',
  serviceaccounts: 'ServiceAccount',
  endpointslices: 'EndpointSlice',
  events: 'Event',
  leases: 'Lease',
  namespaces: 'Namespace',
};

/** `Pod` for `pods`; the word itself where no kind has that plural. */
export function kindName(resource: string): string {
  return Object.hasOwn(kindNames, resource) ? (kindNames[resource] as string) : resource;
}

/** Puts the half space between Chinese and Latin that Chinese typesetting wants. */
function spaced(text: string): string {
  return text
    .replace(/([\u4e00-\u9fff])([A-Za-z0-9`])/g, '$1 $2')
    .replace(/([A-Za-z0-9`%])([\u4e00-\u9fff])/g, '$1 $2');
}

const subresources = new Set(['status', 'scale', 'binding', 'eviction', 'finalize']);

/** `pods/default/web-1` and `status` of `pods/default/web-1/status`. */
export function splitSubresource(subject: string): readonly [object: string, subresource: string] {
  const slash = subject.lastIndexOf('/');
  const last = subject.slice(slash + 1);
  return slash > 0 && subresources.has(last) && subject.split('/').length > 2
    ? [subject.slice(0, slash), last]
    : [subject, ''];
}

/** `Pod web-1` for `pods/default/web-1`, `web` for the queue key `default/web`; other namespaces stay in the name. */
export function subjectName(subject: string): string {
  const parts = subject.split('/');
  const resource = parts[0] as string;
  // `Pod/default/web-1`: what an Event is about names its kind, not its resource.
  if (parts.length === 3 && Object.values(kindNames).includes(resource)) {
    return `${resource} ${parts[1] === 'default' || parts[1] === '' ? parts[2] : `${parts[1]}/${parts[2]}`}`;
  }
  if (parts.length > 1 && Object.hasOwn(kindNames, resource)) {
    const rest = parts.slice(1);
    const inDefault = rest.length > 1 && rest[0] === 'default';
    return `${kindNames[resource]} ${(inDefault ? rest.slice(1) : rest).join('/')}`;
  }
  if (parts.length === 1) return kindName(resource);
  return parts[0] === 'default' ? parts.slice(1).join('/') : subject;
}

/** The part that acts, in words: `kubelet on node-1`. */
export function actorName(ui: Ui, actor: string): string {
  const slash = actor.indexOf('/');
  if (slash > 0) {
    const part = actor.slice(0, slash);
    const node = actor.slice(slash + 1);
    if (part === 'kubelet') return ui.words.kubelet(node);
    if (part === 'containerd') return ui.words.runtime(node);
    if (part === 'cni') return ui.words.network(node);
  }
  return Object.hasOwn(ui.words.actors, actor) ? (ui.words.actors[actor] as string) : subjectName(actor);
}

/** What happened, as a sentence. A verb without words, which tests do not let be, is said as it is. */
export function eventSentence(
  ui: Ui,
  event: Pick<IndexedEvent, 'actor' | 'target' | 'verb' | 'subject' | 'note' | 'failed'>,
): string {
  const { verb, note } = event;
  const [object, subresource] = verb.startsWith('api.') ? splitSubresource(event.subject) : [event.subject, ''];
  const name =
    verb === 'command' ? event.subject : verb === 'fault' ? actorName(ui, event.subject) : subjectName(object);
  if (verb.startsWith('api.') && Object.hasOwn(ui.words.milestones, note) && !event.failed) {
    return spaced((ui.words.milestones[note] as (subject: string) => string)(name));
  }
  const subject = subresource ? ui.words.subresource(name, subresource) : name;
  const sentence = Object.hasOwn(ui.words.verbs, verb) ? ui.words.verbs[verb] : undefined;
  const said = { actor: actorName(ui, event.actor), target: actorName(ui, event.target), subject, note };
  const text = sentence ? sentence(said) : `${said.actor} ${verb} ${subject}`;
  if (verb.startsWith('api.') && event.failed) return spaced(ui.words.refused(text, note));
  return spaced(verb === 'api.get' && note === '404' ? ui.words.notThere(text) : text);
}

/** Which subsystem an actor belongs to: its accent. */
export type Subsystem = 'cp' | 'node' | 'net' | 'sto' | 'work';

export function subsystemOf(actor: string): Subsystem {
  const part = actor.split('/')[0];
  if (part === 'kubelet' || part === 'containerd') return 'node';
  if (part === 'cni' || part === 'kube-proxy' || part === 'coredns') return 'net';
  if (part === 'pods') return 'work';
  return 'cp';
}
