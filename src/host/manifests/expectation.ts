/** What an INDEX says of one file, as far as it can be checked: the rest of its words is for people. */
export interface Expectation {
  /** `partly`: some objects are created, others refused; `mixed`: that or wholly refused, it depends on the cluster. */
  readonly verdict: 'accepted' | 'rejected' | 'partly' | 'mixed';
  readonly warns: boolean;
  /** Who wrote it was not sure. */
  readonly unsure: boolean;
  /** Words that the output of a refusal must have: paths of fields, quoted names after fixed phrases. */
  readonly words: readonly string[];
  /** STATUS texts that it names, as `kubectl get pods` prints them; empty: it says nothing about Pods. */
  readonly podStates: readonly string[];
  /** How many Pods run in all; absent when it names no number. */
  readonly running?: number;
  readonly madeUpImage: boolean;
  /** Some Pods stay in their init containers, and are counted with those that run. */
  readonly initContainers: boolean;
}

const states = [
  'Running',
  'Pending',
  'ContainerCreating',
  'CrashLoopBackOff',
  'ImagePullBackOff',
  'InvalidImageName',
  'CreateContainerConfigError',
  'Completed',
];

function verdictOf(text: string): Expectation['verdict'] {
  if (text.startsWith('accepted')) return 'accepted';
  if (text.startsWith('exit 1')) return 'partly';
  return text.startsWith('mixed') ? 'mixed' : 'rejected';
}

function wordsOf(text: string): string[] {
  // What brackets hold is the reader's reason or the other case.
  const said = text.replace(/\([^)]*\)/g, '');
  const phrases = said.match(
    /no matches for kind "[^"]+" in version "[^"]+"|unknown field "[^"]+"|namespaces "[^"]+" not found|no PriorityClass with name \S+ was found|illegal base64 data at input byte \d+|\w+ not set/g,
  );
  const paths = said.match(/(?<= )(spec|metadata)(\.\w+(\[\d+\])?)+/g);
  return [...new Set([...(phrases ?? []), ...(paths ?? [])])];
}

/** Reads the words of an INDEX: see the README of such a folder for how they are chosen. */
export function readExpectation(text: string): Expectation {
  const verdict = verdictOf(text);
  const said = text.replace(/\([^)]*\)/g, '');
  const counts = [...said.matchAll(/(\d+) Pods? Running/g)].map(([, count]) => Number(count));
  const about = verdict === 'accepted' && /\bPods?\b|-\d (Pending|Running)/.test(said);
  return {
    verdict,
    warns: /^(accepted|rejected|exit 1) with Warning/.test(text),
    unsure: /\?(\s|$)/.test(text),
    words: verdict === 'rejected' || verdict === 'partly' ? wordsOf(text) : [],
    podStates: about ? states.filter((state) => new RegExp(`\\b${state}\\b`).test(said)) : [],
    ...(about && counts.length > 0 ? { running: counts.reduce((a, b) => a + b, 0) } : {}),
    madeUpImage: text.includes('made-up image'),
    initContainers: /init container/.test(said),
  };
}
