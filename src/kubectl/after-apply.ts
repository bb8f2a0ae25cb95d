// Models: the object that k8s.io/kubectl pkg/cmd/apply leads to, for a look beforehand (as pkg/cmd/diff shows it).
// Simplified: the patch is carried out here; what the server fills in by itself is missing.
// Not modelled: --server-side, --prune.
import { findStruct, type KubeObject, strategicMergePatch } from '../engine/index';
import { lastAppliedAnnotation, type Mapped, originalOf, withLastApplied } from './apply';
import { threeWayPatch } from './three-way-patch';

/** Without what apply and the server note for themselves. */
function bare(object: KubeObject): KubeObject {
  const {
    managedFields: _,
    annotations,
    ...metadata
  } = object.metadata as KubeObject['metadata'] & {
    readonly managedFields?: unknown;
  };
  if (typeof annotations !== 'object' || annotations === null) return { ...object, metadata } as KubeObject;
  const { [lastAppliedAnnotation]: __, ...rest } = annotations;
  const kept = Object.keys(rest).length > 0 ? { annotations: rest } : {};
  return { ...object, metadata: { ...metadata, ...kept } } as KubeObject;
}

/** An object as it is stored and as `apply` would have it. Throws what a patch that cannot be carried out throws. */
export function afterApply(
  { kind, object }: Mapped,
  current: KubeObject | undefined,
): { readonly before: KubeObject | undefined; readonly after: KubeObject } {
  if (!current) return { before: undefined, after: bare(object) };
  const modified = withLastApplied(object);
  const patch = threeWayPatch(kind.kind, originalOf(current) ?? {}, modified as never, current as never);
  const struct = findStruct(kind.kind);
  const after = struct ? strategicMergePatch(current as never, patch, struct) : { ...current, ...patch };
  return { before: bare(current), after: bare(after as never) };
}
