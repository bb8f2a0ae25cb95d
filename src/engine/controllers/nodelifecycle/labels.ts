// Models: pkg/controller/nodelifecycle labelReconcileInfo, reconcileNodeLabels
// Simplified: —
// Not modelled: —
import type { Node } from '../../api/types';
import type { Session } from '../../client/session';
import { nodes } from './taints';

const pairs: readonly (readonly [primary: string, secondary: string])[] = [
  ['kubernetes.io/os', 'beta.kubernetes.io/os'],
  ['kubernetes.io/arch', 'beta.kubernetes.io/arch'],
];

function stale(node: Node): Record<string, string> | undefined {
  const { labels } = node.metadata;
  if (!labels) return undefined;
  let changed: Record<string, string> | undefined;
  for (const [primary, secondary] of pairs) {
    const value = labels[primary];
    if (value !== undefined && labels[secondary] !== value) changed = { ...changed, [secondary]: value };
  }
  return changed;
}

/** Whether an old name of the os or arch label differs from the new one. */
export function labelsToReconcile(node: Node): boolean {
  return stale(node) !== undefined;
}

/** Keeps the old names of the os and arch labels equal to the new ones. */
export function reconcileLabels(session: Session, node: Node): void {
  const labels = stale(node);
  if (!labels) return;
  const body = { metadata: { labels } };
  session.patch(nodes, undefined, node.metadata.name ?? '', 'application/strategic-merge-patch+json', body);
}
