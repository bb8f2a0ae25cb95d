import type { IndexedEvent } from '../../store/trace-index';
import { isSystem } from './rows';

const methods: Readonly<Record<string, string>> = {
  'api.create': 'POST',
  'api.get': 'GET',
  'api.list': 'LIST',
  'api.watch': 'WATCH',
  'api.update': 'PUT',
  'api.patch': 'PATCH',
  'api.delete': 'DELETE',
};

/** What the capsule says: the method, or the watch event's type, and the object's name. */
export function messageLabel(event: Pick<IndexedEvent, 'verb' | 'subject' | 'note'>): string {
  const name = event.subject
    .split('/')
    .slice(1)
    .filter((part) => part !== 'default' && !isSystem(part))
    .join('/');
  const resource = event.subject.split('/')[0] ?? '';
  const short = `${resource.replace(/s$/, '')}${name ? `/${name}` : ''}`;
  const text =
    event.verb === 'watch.deliver' ? `${event.note} ${short}` : `${methods[event.verb] ?? event.verb} ${short}`;
  return text.length > 44 ? `${text.slice(0, 43)}…` : text;
}

/** `pods/default/web-1` of a subject, without its subresource. */
export function touchedId(subject: string): string {
  const parts = subject.split('/');
  return (parts[0] === 'nodes' ? parts.slice(0, 2) : parts.slice(0, 3)).join('/');
}
