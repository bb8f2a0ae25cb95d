// Models: plugin/pkg/admission/priority (admitPod, validatePriorityClass, getDefaultPriority);
//   pkg/apis/scheduling SystemPriorityClasses
// Simplified: the two system classes are known also where their objects are missing.
// Not modelled: —
import { kindOf } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import type { Pod, PodSpec } from '../../api/types';
import type { HandlerContext } from '../handler-context';
import { type AdmissionPlugin, type FieldChange, forbidden } from './admission-plugin';

interface PriorityClass extends KubeObject {
  readonly value?: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}

interface Resolved {
  readonly name: string;
  readonly priority: number;
  readonly preemptionPolicy: string;
}

const lowerPriority = 'PreemptLowerPriority';

const systemClasses: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};

const withoutClass: Resolved = { name: '', priority: 0, preemptionPolicy: lowerPriority };

function stored(context: HandlerContext): readonly PriorityClass[] {
  const kind = kindOf('scheduling.k8s.io', 'v1', 'priorityclasses');
  return kind ? (context.storage.table(kind.resource).values() as readonly PriorityClass[]) : [];
}

const resolved = ({ metadata, value = 0, preemptionPolicy }: PriorityClass): Resolved => ({
  name: metadata.name ?? '',
  priority: value,
  preemptionPolicy: preemptionPolicy ?? lowerPriority,
});

/** Of several global defaults, which a race can leave behind, the lowest counts. */
function storedDefault(context: HandlerContext): PriorityClass | undefined {
  let lowest: PriorityClass | undefined;
  for (const candidate of stored(context)) {
    if (candidate.globalDefault && (!lowest || (candidate.value ?? 0) < (lowest.value ?? 0))) lowest = candidate;
  }
  return lowest;
}

function defaultClass(context: HandlerContext): Resolved {
  const found = storedDefault(context);
  return found ? resolved(found) : withoutClass;
}

function classNamed(name: string, context: HandlerContext): Resolved | undefined {
  const found = stored(context).find(({ metadata }) => metadata.name === name);
  if (found) return resolved(found);
  const system = Object.hasOwn(systemClasses, name) ? systemClasses[name] : undefined;
  return system === undefined ? undefined : { name, priority: system, preemptionPolicy: lowerPriority };
}

/** A Pod's number comes from its class, never from the Pod itself; one class at most is for Pods that name none. */
export const priority: AdmissionPlugin = {
  name: 'Priority',
  operations: ['CREATE', 'UPDATE'],
  resources: ['pods', 'priorityclasses.scheduling.k8s.io'],
  validate(attributes, context) {
    const { kind, object, operation } = attributes;
    if (kind.resource !== 'priorityclasses' || !(object as PriorityClass).globalDefault) return undefined;
    const { name } = storedDefault(context)?.metadata ?? {};
    if (name === undefined || (operation === 'UPDATE' && name === object.metadata.name)) return undefined;
    return forbidden(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`);
  },
  mutate(attributes, context) {
    if (attributes.kind.resource !== 'pods') return undefined;
    const pod = attributes.object as Pod;
    const { spec } = pod;
    if (!spec) return undefined;
    if (attributes.operation === 'UPDATE') {
      const before = (attributes.old as Pod).spec;
      const kept: Partial<PodSpec> = {
        ...(spec.priority === undefined && before?.priority !== undefined ? { priority: before.priority } : {}),
        ...(spec.preemptionPolicy === undefined && before?.preemptionPolicy !== undefined
          ? { preemptionPolicy: before.preemptionPolicy }
          : {}),
      };
      return changed(pod, spec, kept);
    }
    const named = spec.priorityClassName || '';
    const found = named === '' ? defaultClass(context) : classNamed(named, context);
    if (!found) return { refusal: forbidden(attributes, `no PriorityClass with name ${named} was found`) };
    const { priority: computed, preemptionPolicy } = found;
    const refuse = (what: string, given: unknown, wanted: unknown) => {
      const why = `the ${what} (${given}) must not be provided in pod spec; priority admission controller computed ${wanted} from the given PriorityClass name`;
      return { refusal: forbidden(attributes, why) };
    };
    if (spec.priority !== undefined && spec.priority !== computed)
      return refuse('integer value of priority', spec.priority, computed);
    if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy)
      return refuse('string value of PreemptionPolicy', spec.preemptionPolicy, preemptionPolicy);
    return changed(pod, spec, {
      ...(found.name === named ? {} : { priorityClassName: found.name }),
      ...(spec.priority === undefined ? { priority: computed } : {}),
      ...(spec.preemptionPolicy === undefined ? { preemptionPolicy } : {}),
    });
  },
};

function changed(pod: Pod, spec: PodSpec, fields: Partial<PodSpec>) {
  const changes = Object.entries(fields).map(([name, value]): FieldChange => ({ field: `spec.${name}`, value }));
  if (changes.length === 0) return undefined;
  const object: Pod = { ...pod, spec: { ...spec, ...fields } };
  return { object, changes };
}
