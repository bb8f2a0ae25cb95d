// Models: pkg/controller/namespace/namespace_controller.go, deletion.namespacedResourcesDeleter.Delete
// Simplified: while content remains, a namespace's earlier failures are forgotten.
// Not modelled: —
import { type KindDefinition, kindOf } from '../../api/kinds';
import type { Namespace } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import { failedWith, type Result, type Session } from '../../client/session';
import { failureOf, StatusError, SyncError } from '../status-error';
import { deletionConditions } from './conditions';
import { deleteContent } from './content';

const namespaces = kindOf('', 'v1', 'namespaces') as KindDefinition;
const finalizer = 'kubernetes';
/** Time in which everybody else learns that nothing may be created in the namespace any more. */
const gracePeriodMicros = 5_000_000;

/** Repeats a write on the newest version while it conflicts. Nothing: the namespace is gone. */
function retryOnConflict(
  session: Session,
  namespace: Namespace,
  write: (latest: Namespace) => Result<Namespace>,
): Namespace | undefined {
  let latest = namespace;
  for (;;) {
    const written = write(latest);
    if (written.ok) return written.object;
    if (failedWith(written, 'NotFound')) return undefined;
    if (!failedWith(written, 'Conflict')) throw new StatusError(written.status);
    const fresh = session.get<Namespace>(namespaces, undefined, latest.metadata.name ?? '');
    if (failedWith(fresh, 'NotFound')) return undefined;
    if (!fresh.ok) throw new StatusError(fresh.status);
    if (fresh.object.metadata.uid !== latest.metadata.uid) {
      throw new SyncError('namespace uid has changed across retries');
    }
    latest = fresh.object;
  }
}

function terminating(session: Session, namespace: Namespace): Result<Namespace> {
  if (!namespace.metadata.deletionTimestamp || namespace.status?.phase === 'Terminating') {
    return { ok: true, object: namespace };
  }
  return session.updateStatus(namespaces, { ...namespace, status: { ...namespace.status, phase: 'Terminating' } });
}

class NamespaceController implements Controller {
  private readonly context: ControllerContext;
  private readonly namespaces: Informer<Namespace>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.namespaces = context.informer<Namespace>(namespaces);
  }

  register(): void {
    const enqueue = ({ metadata }: Namespace): void => {
      if (metadata.deletionTimestamp) this.context.queue.addAfter(metadata.name ?? '', gracePeriodMicros);
    };
    this.namespaces.on({ add: enqueue, update: (_before, namespace) => enqueue(namespace) });
  }

  sync(key: string, session: Session): SyncResult {
    if (!this.namespaces.get(key)) return undefined;
    return failureOf(() => this.deleteNamespace(key, session));
  }

  private deleteNamespace(key: string, session: Session): void {
    const found = session.get<Namespace>(namespaces, undefined, key);
    if (failedWith(found, 'NotFound')) return;
    if (!found.ok) throw new StatusError(found.status);
    if (!found.object.metadata.deletionTimestamp) return;
    const namespace = retryOnConflict(session, found.object, (latest) => terminating(session, latest));
    if (!namespace?.metadata.deletionTimestamp) return;
    if ((namespace.spec?.finalizers ?? []).length === 0) return;
    const { remaining, errors, failure, estimateSeconds } = deleteContent(session, namespace);
    const before = namespace.status?.conditions;
    const conditions = deletionConditions(before, remaining, errors, session.epochMicros);
    const news = conditions !== before;
    if (news) session.updateStatus(namespaces, { ...namespace, status: { ...namespace.status, conditions } });
    if (failure !== undefined) throw new SyncError(failure);
    if (estimateSeconds > 0) {
      this.lookAgain(key, session, estimateSeconds, news);
      return;
    }
    retryOnConflict(session, namespace, (latest) => {
      const others = (latest.spec?.finalizers ?? []).filter((name) => name !== finalizer);
      return session.finalize(namespaces, { ...latest, spec: { ...latest.spec, finalizers: others.sort() } });
    });
  }

  /** A namespace about which there is no news waits for somebody else. */
  private lookAgain(key: string, session: Session, estimateSeconds: number, news: boolean): void {
    const { queue, kernel } = this.context;
    const seconds = Math.floor(estimateSeconds / 2) + 1;
    queue.addAfter(key, session.at - kernel.now + seconds * 1e6, { background: !news });
  }
}

export const namespaceController: ControllerDefinition = {
  name: 'namespace',
  workers: 10,
  actor: 'namespace-controller',
  maxRetryMicros: 60_000_000,
  build: (context) => new NamespaceController(context),
};
