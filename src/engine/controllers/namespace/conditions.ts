// Models: pkg/controller/namespace/deletion/status_condition_utils.go
// Simplified: —
// Not modelled: failures of discovery.
import { formatTime } from '../../../shared/time';
import { setCondition } from '../../api/conditions';
import type { KindDefinition } from '../../api/kinds';
import type { NamespaceCondition } from '../../api/types';

/** What is left of a namespace's content. */
export interface Remaining {
  readonly kinds: ReadonlyMap<KindDefinition, number>;
  readonly finalizers: ReadonlyMap<string, number>;
}

type Said = Pick<NamespaceCondition, 'type' | 'reason' | 'message'>;

/** Every condition about a deletion, in order, as it is when all is well. */
const well: readonly Said[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    reason: 'ResourcesDiscovered',
    message: 'All resources successfully discovered',
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    reason: 'ParsedGroupVersions',
    message: 'All legacy kube types successfully parsed',
  },
  {
    type: 'NamespaceDeletionContentFailure',
    reason: 'ContentDeleted',
    message: 'All content successfully deleted, may be waiting on finalization',
  },
  { type: 'NamespaceContentRemaining', reason: 'ContentRemoved', message: 'All content successfully removed' },
  {
    type: 'NamespaceFinalizersRemaining',
    reason: 'ContentHasNoFinalizers',
    message: 'All content-preserving finalizers finished',
  },
];

function contentRemaining({ kinds }: Remaining): Said | undefined {
  if (kinds.size === 0) return undefined;
  const parts = [...kinds].map(([kind, count]) => `${kind.resource}.${kind.group} has ${count} resource instances`);
  const message = `Some resources are remaining: ${parts.sort().join(', ')}`;
  return { type: 'NamespaceContentRemaining', reason: 'SomeResourcesRemain', message };
}

function finalizersRemaining({ finalizers }: Remaining): Said | undefined {
  if (finalizers.size === 0) return undefined;
  const parts = [...finalizers].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${parts.sort().join(', ')}`;
  return { type: 'NamespaceFinalizersRemaining', reason: 'SomeFinalizersRemain', message };
}

function contentFailure(errors: readonly string[]): Said | undefined {
  if (errors.length === 0) return undefined;
  const text = [...errors].sort().join(', ');
  const message = `Failed to delete all resource types, ${errors.length} remaining: ${text}`;
  return { type: 'NamespaceDeletionContentFailure', reason: 'ContentDeletionFailed', message };
}

/**
 * The conditions that say how a deletion goes; the same list when they say nothing new. `remaining`: absent when
 * nothing is said about it.
 */
export function deletionConditions(
  before: readonly NamespaceCondition[] | undefined,
  remaining: Remaining | undefined,
  errors: readonly string[],
  nowMicros: number,
): readonly NamespaceCondition[] {
  const wrong = [
    contentFailure(errors),
    remaining && contentRemaining(remaining),
    remaining && finalizersRemaining(remaining),
  ];
  const lastTransitionTime = formatTime(nowMicros);
  let conditions = before ?? [];
  for (const ok of well) {
    const problem = wrong.find((said) => said?.type === ok.type);
    conditions = setCondition(conditions, {
      ...(problem ?? ok),
      status: problem ? 'True' : 'False',
      lastTransitionTime,
    });
  }
  return conditions;
}
