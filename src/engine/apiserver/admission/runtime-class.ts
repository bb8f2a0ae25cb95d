// Models: plugin/pkg/admission/runtimeclass; pkg/util/tolerations MergeTolerations
// Simplified: —
// Not modelled: —
import { compareStrings } from '../../../shared/compare';
import type { Pod, PodSpec, RuntimeClass, Toleration } from '../../api/types';
import type { HandlerContext } from '../handler-context';
import { equalLists } from '../quota/resource-list';
import { type AdmissionAttributes, type AdmissionPlugin, type FieldChange, forbidden } from './admission-plugin';

function classOf({ object }: AdmissionAttributes, { storage }: HandlerContext) {
  const name = (object as Pod).spec?.runtimeClassName;
  if (name === undefined) return { name, found: undefined };
  return { name, found: storage.table('runtimeclasses').get(name) as unknown as RuntimeClass | undefined };
}

/** isSuperset: whether one toleration bears all that the other bears. */
function covers(one: Toleration, other: Toleration): boolean {
  if (
    one.key === other.key &&
    one.operator === other.operator &&
    one.value === other.value &&
    one.effect === other.effect &&
    one.tolerationSeconds === other.tolerationSeconds
  )
    return true;
  if (one.key && one.key !== other.key) return false;
  if (one.effect && one.effect !== other.effect) return false;
  if (one.effect === 'NoExecute' && one.tolerationSeconds !== undefined) {
    if (other.tolerationSeconds === undefined || one.tolerationSeconds < other.tolerationSeconds) return false;
  }
  if (one.operator === 'Exists') return true;
  return (one.operator || 'Equal') === 'Equal' && other.operator !== 'Exists' && one.value === other.value;
}

/** MergeTolerations: those that another one makes superfluous are left out. */
function mergedTolerations(own: readonly Toleration[], more: readonly Toleration[]): readonly Toleration[] {
  const all = [...own, ...more];
  const merged: Toleration[] = [];
  for (const [i, toleration] of all.entries()) {
    if (merged.some((kept) => covers(kept, toleration))) continue;
    const later = all.slice(i + 1).some((other) => covers(other, toleration) && !covers(toleration, other));
    if (!later) merged.push(toleration);
  }
  return merged;
}

const mismatch = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/** A Pod of a runtime class costs what that costs beside its containers, and goes only where the runtime is. */
export const runtimeClass: AdmissionPlugin = {
  name: 'RuntimeClass',
  operations: ['CREATE'],
  resources: ['pods'],
  mutate(attributes, context) {
    const pod = attributes.object as Pod;
    const { name, found } = classOf(attributes, context);
    if (!pod.spec || name === undefined) return undefined;
    if (!found)
      return { refusal: forbidden(attributes, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`) };
    const changes: FieldChange[] = [];
    let spec: PodSpec = pod.spec;
    const podFixed = found.overhead && (found.overhead.podFixed ?? {});
    if (podFixed) {
      if (spec.overhead !== undefined && !equalLists(podFixed, spec.overhead))
        return { refusal: forbidden(attributes, mismatch) };
      if (spec.overhead === undefined) {
        spec = { ...spec, overhead: podFixed };
        changes.push({ field: 'spec.overhead', value: podFixed });
      }
    }
    const { nodeSelector, tolerations } = found.scheduling ?? {};
    for (const key of Object.keys(nodeSelector ?? {}).sort(compareStrings)) {
      const wanted = nodeSelector?.[key] as string;
      const has = spec.nodeSelector?.[key];
      if (has === wanted) continue;
      if (has !== undefined) {
        const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${wanted}; pod.spec.nodeSelector[${key}] = ${has}`;
        return { refusal: forbidden(attributes, why) };
      }
      spec = { ...spec, nodeSelector: { ...spec.nodeSelector, [key]: wanted } };
      changes.push({ field: `spec.nodeSelector[${key}]`, value: wanted });
    }
    if (tolerations && tolerations.length > 0) {
      const merged = mergedTolerations(spec.tolerations ?? [], tolerations);
      spec = { ...spec, tolerations: merged };
      changes.push({ field: 'spec.tolerations', value: merged });
    }
    return changes.length === 0 ? undefined : { object: { ...pod, spec } as Pod, changes };
  },
  validate(attributes, context) {
    const overhead = (attributes.object as Pod).spec?.overhead;
    const { found } = classOf(attributes, context);
    if (found?.overhead)
      return equalLists(found.overhead.podFixed, overhead) ? undefined : forbidden(attributes, mismatch);
    if (overhead === undefined) return undefined;
    return forbidden(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
  },
};
