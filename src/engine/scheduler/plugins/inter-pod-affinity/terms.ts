// Models: k8s.io/kube-scheduler framework/types.go AffinityTerm, WeightedAffinityTerm, GetAffinityTerms;
//   plugins/interpodaffinity mergeAffinityTermNamespacesIfNotEmpty, GetNamespaceLabelsSnapshot.
// Simplified: a selector that cannot be read picks nothing; validation lets none in.
// Not modelled: —
import {
  isEverything,
  type Labels,
  matchesLabels,
  nothing,
  type Selector,
  selectorFromLabelSelector,
} from '../../../api/selectors';
import type { Namespace, Pod, PodAffinityTerm, WeightedPodAffinityTerm } from '../../../api/types';
import type { Informer } from '../../../client/informer';

/** Which Pods are meant, and over which domains. */
export interface Term {
  readonly namespaces: readonly string[];
  readonly namespaceSelector: Selector;
  readonly selector: Selector;
  readonly topologyKey: string;
}

export interface WeightedTerm extends Term {
  readonly weight: number;
}

/** What a Pod says about others. */
export interface Terms {
  readonly required: readonly Term[];
  readonly requiredAnti: readonly Term[];
  readonly preferred: readonly WeightedTerm[];
  readonly preferredAnti: readonly WeightedTerm[];
}

const none: readonly never[] = [];
const noTerms: Terms = { required: none, requiredAnti: none, preferred: none, preferredAnti: none };
const termsByPod = new WeakMap<Pod, Terms>();

function selectorOf(given: PodAffinityTerm['labelSelector']): Selector {
  return selectorFromLabelSelector(given).selector ?? nothing;
}

function termOf(pod: Pod, term: PodAffinityTerm): Term {
  const { namespaces = [], namespaceSelector, labelSelector, topologyKey } = term;
  const own = namespaces.length === 0 && !namespaceSelector;
  return {
    namespaces: own ? [pod.metadata.namespace ?? ''] : namespaces,
    namespaceSelector: selectorOf(namespaceSelector),
    selector: selectorOf(labelSelector),
    topologyKey,
  };
}

const weighted = (pod: Pod, terms: readonly WeightedPodAffinityTerm[] | undefined): readonly WeightedTerm[] =>
  terms ? terms.map(({ weight, podAffinityTerm }) => ({ ...termOf(pod, podAffinityTerm), weight })) : none;

const firm = (pod: Pod, terms: readonly PodAffinityTerm[] | undefined): readonly Term[] =>
  terms ? terms.map((term) => termOf(pod, term)) : none;

/** What a Pod says about others, worked out once. */
export function termsOf(pod: Pod): Terms {
  const affinity = pod.spec?.affinity;
  if (!affinity?.podAffinity && !affinity?.podAntiAffinity) return noTerms;
  let terms = termsByPod.get(pod);
  if (!terms) {
    const { podAffinity: near, podAntiAffinity: far } = affinity;
    terms = {
      required: firm(pod, near?.requiredDuringSchedulingIgnoredDuringExecution),
      requiredAnti: firm(pod, far?.requiredDuringSchedulingIgnoredDuringExecution),
      preferred: weighted(pod, near?.preferredDuringSchedulingIgnoredDuringExecution),
      preferredAnti: weighted(pod, far?.preferredDuringSchedulingIgnoredDuringExecution),
    };
    termsByPod.set(pod, terms);
  }
  return terms;
}

/** Does a term mean a Pod? `namespaceLabels`: of the Pod's namespace. */
export function termMatches(term: Term, pod: Pod, namespaceLabels: Labels): boolean {
  const inside =
    term.namespaces.includes(pod.metadata.namespace ?? '') || matchesLabels(term.namespaceSelector, namespaceLabels);
  return inside && matchesLabels(term.selector, pod.metadata.labels);
}

/** podMatchesAllAffinityTerms: false when there are none. */
export function matchesAll(terms: readonly Term[], pod: Pod, namespaceLabels: Labels): boolean {
  return terms.length > 0 && terms.every((term) => termMatches(term, pod, namespaceLabels));
}

/** Namespaces by their labels, as far as terms ask for them. */
export class Namespaces {
  private readonly informer: Informer<Namespace>;

  constructor(informer: Informer<Namespace>) {
    this.informer = informer;
  }

  labelsOf(pod: Pod): Labels {
    return this.informer.get(pod.metadata.namespace ?? '')?.metadata.labels;
  }

  /** The same terms with the names of the namespaces that their selectors pick; a selector for all stays as it is. */
  resolved<T extends Term>(terms: readonly T[]): readonly T[] {
    if (terms.every(({ namespaceSelector }) => namespaceSelector.nothing || isEverything(namespaceSelector)))
      return terms;
    return terms.map((term) => {
      if (term.namespaceSelector.nothing || isEverything(term.namespaceSelector)) return term;
      const picked = this.informer.cache
        .keys()
        .filter((name) => matchesLabels(term.namespaceSelector, this.informer.get(name)?.metadata.labels));
      return { ...term, namespaces: [...term.namespaces, ...picked], namespaceSelector: nothing };
    });
  }
}
