import { syncSum } from '../../shared/sync-sum';
import type { IndexedEvent } from '../../store/trace-index';
import type { EventDetail } from '../../worker/protocol';

const methods: Readonly<Record<string, string>> = {
  'api.create': 'POST',
  'api.get': 'GET',
  'api.list': 'LIST',
  'api.watch': 'WATCH',
  'api.update': 'PUT',
  'api.patch': 'PATCH',
  'api.delete': 'DELETE',
};

/** Short names that kubectl takes. */
const shortNames: Readonly<Record<string, string>> = {
  deployments: 'deploy',
  replicasets: 'rs',
  pods: 'po',
  nodes: 'no',
  services: 'svc',
  configmaps: 'cm',
  namespaces: 'ns',
};

/** `rs/web-1` for `replicasets/default/web-1`, `web` for the queue key `default/web`. */
function shortSubject(subject: string): string {
  const parts = subject.split('/');
  const first = parts[0] as string;
  const rest = parts.slice(1).filter((part) => part !== 'default');
  if (Object.hasOwn(shortNames, first)) return [shortNames[first], ...rest].join('/');
  return first === 'default' ? rest.join('/') : subject;
}

/** `10 → 8`: how a write changed the replicas, where it did. */
function replicasChange({ changes }: EventDetail): string {
  for (const { table, before, after } of changes) {
    if (!table.startsWith('api/')) continue;
    const was = (before as { spec?: { replicas?: number } } | undefined)?.spec?.replicas;
    const is = (after as { spec?: { replicas?: number } } | undefined)?.spec?.replicas;
    if (is !== undefined && was !== is) return was === undefined ? `= ${is}` : `${was} → ${is}`;
  }
  return '';
}

/** What the capsule says: the message in the cluster's own words and numbers. The same in every language. */
export function capsuleText(event: IndexedEvent, detail: EventDetail | undefined): string {
  const { verb, note } = event;
  const subject = shortSubject(event.subject);
  if (verb === 'command') return `kubectl ${event.subject.replace(/^kubectl /, '')}`;
  if (verb === 'watch.deliver') return `${note} ${subject}`;
  if (verb === 'controller.sync') return `sync ${subject}`;
  if (verb === 'sync.decide') {
    return syncSum((detail?.event.detail ?? {}) as Readonly<Record<string, unknown>>) || subject;
  }
  const method = methods[verb];
  if (!method) return `${verb} ${subject}`;
  const rest = event.failed ? note : detail && replicasChange(detail);
  return [`${method} ${subject}`, rest].filter(Boolean).join('  ');
}
