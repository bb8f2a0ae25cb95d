// Models: pkg/controller/ttl/ttl_controller.go
// Simplified: a node whose annotation is right is not queued; upstream queues it at every change and finds nothing to do.
// Not modelled: —
import { type KindDefinition, kindOf } from '../../api/kinds';
import type { Node } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import { failedWith, type Session } from '../../client/session';
import type { Table } from '../../kernel/table';
import { stepAfterAdd, stepAfterRemove, ttlSecondsOf } from './boundaries';

const nodes = kindOf('', 'v1', 'nodes') as KindDefinition;
/** ObjectTTLAnnotationKey */
const annotation = 'node.alpha.kubernetes.io/ttl';

/** Tells each kubelet, by an annotation of its Node, how long it may keep what it has read of Secrets and ConfigMaps. */
class TTLController implements Controller {
  private readonly context: ControllerContext;
  private readonly nodes: Informer<Node>;
  private readonly steps: Table<number>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.nodes = context.informer<Node>(nodes);
    this.steps = context.kernel.table<number>('ttl-controller-steps', { traced: false });
  }

  register(): void {
    this.nodes.on({
      add: (node) => {
        this.steps.set('step', stepAfterAdd(this.step, this.nodes.cache.size));
        this.enqueue(node);
      },
      update: (_before, node) => this.enqueue(node),
      delete: () => this.steps.set('step', stepAfterRemove(this.step, this.nodes.cache.size)),
    });
  }

  private get step(): number {
    return this.steps.get('step') ?? 0;
  }

  private isRight({ metadata }: Node): boolean {
    const has = metadata.annotations?.[annotation];
    return has !== undefined && Number(has) === ttlSecondsOf(this.step);
  }

  private enqueue(node: Node): void {
    if (!this.isRight(node)) this.context.queue.add(node.metadata.name ?? '');
  }

  sync(key: string, session: Session): SyncResult {
    const node = this.nodes.get(key);
    if (!node || this.isRight(node)) return undefined;
    const body = { metadata: { annotations: { [annotation]: String(ttlSecondsOf(this.step)) } } };
    const patched = session.patch(nodes, undefined, key, 'application/strategic-merge-patch+json', body);
    return patched.ok || failedWith(patched, 'NotFound') ? undefined : { error: patched.status.message ?? '' };
  }
}

export const ttlController: ControllerDefinition = {
  name: 'ttlcontroller',
  workers: 5,
  actor: 'ttl-controller',
  build: (context) => new TTLController(context),
};
