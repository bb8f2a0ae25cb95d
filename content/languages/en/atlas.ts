import type { DocumentFolder } from '../../atlas/documents';
import type { RegionId } from '../../atlas/map';

/** Titles of the ten documents, and in a sentence what each of them follows. */
const documents: Readonly<Record<DocumentFolder, { readonly title: string; readonly about: string }>> = {
  scheduler: { title: 'Scheduler', about: 'How a Pod gets a node: queues, filters, scores, binding.' },
  network: { title: 'Network architecture', about: 'How a packet finds a Pod: routes, Services, rules on each node.' },
  kubelet: { title: 'Kubelet', about: 'What happens on a node between a Pod object and a running container.' },
  csi: { title: 'CSI volume mount', about: 'How a volume is made, attached and mounted.' },
  dns: { title: 'DNS resolution', about: 'How a name becomes an address inside a Pod.' },
  deployment: {
    title: 'Deployment rolling update',
    about: 'How a new version replaces the old one, Pod by Pod, between two limits.',
  },
  endpointslice: { title: 'EndpointSlice controller', about: 'How a Service learns which Pods may get traffic.' },
  hpa: { title: 'HPA autoscaling', about: 'How a measurement becomes a number of replicas.' },
  pvc: { title: 'PVC provisioning and binding', about: 'How a claim finds its volume.' },
  pod: { title: 'Pod landing on a node', about: 'Who says what to whom until a Pod runs.' },
};

/** The questions of which at least one has a lesson, by number. */
const questions: Readonly<Record<number, string>> = {
  15: 'Why 502s during each deploy, though readiness is right?',
  16: 'My rollout hangs. Why does nothing roll back?',
  17: 'I changed the ConfigMap, or pushed `:latest`. Why did nothing happen?',
};

const regions: Readonly<Record<RegionId, string>> = {
  controlPlane: 'Control plane, HA',
  workloads: 'Workloads',
  traffic: 'Traffic',
  nodes: 'Nodes',
  autoscaling: 'Autoscaling',
  storage: 'Storage',
  configuration: 'Probes, configuration',
  flannel: 'CNI Flannel host-gw',
};

export const atlas = {
  documents,
  questions,
  notYet: 'not yet',
  figures: (count: number) => (count === 1 ? '1 figure' : `${count} figures`),
  lessons: (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`),
  minutes: (count: number) => `about ${count} min`,

  home: {
    title: 'How Kubernetes works',
    hint: 'one map; open what is lit',
    start: 'Start here',
    documents: 'Ten documents',
    questions: 'What do you ask?',
    playground: 'Playground',
    playgroundHint: 'paste any YAML, step, inject a fault',
    fidelity: 'What is simulated, and what is not',
  },

  map: {
    description:
      'Map of Kubernetes: control plane, workloads, traffic, nodes, autoscaling, storage, configuration and network, and one line through them: the route of one apply.',
    route:
      'The route of one apply: 1 kubectl, 2 API server, 3 etcd, 4 controllers, 5 scheduler, 6 kubelet, 7 containerd, 8 the Pod.',
    regions,
    accents: { cp: 'control plane', node: 'node', net: 'network', sto: 'storage', work: 'workload' },
    etcd: 'etcd: 3 members, 2 make a write',
    controllers: 'controllers',
    cloud: 'cloud',
    inOrder: 'in order',
    onePerNode: 'one per node',
    onSchedule: 'on a schedule',
    ingress: 'Ingress, layer 7',
    service: 'Service, layer 4',
    coredns: 'CoreDNS, names',
    routes: (node: string) => `${node} routes`,
    flannelNote: 'no wrapper, only routes; all nodes share one layer-2 segment',
    notReady: 'not ready → no traffic',
    notAlive: 'not alive → restart',
    mounted: 'env or mounted files',
    vendor: 'cron, vendor',
    bind: 'bind',
    csi: 'CSI in three steps',
    csiSteps: ['Provision', 'Attach', 'Mount'] as readonly string[],
  },

  documentsPage: {
    title: 'Ten documents',
    lead: 'Each document has its lessons. A lesson plays on a simulated cluster that you can stop, step back and change.',
    alive: (count: number) => (count === 1 ? '1 of them alive' : `${count} of them alive`),
    figure: (id: string) => `diagram ${id}, in the playground`,
    done: '✓ done',
  },

  questionsPage: {
    title: 'Questions',
    lead: 'What people ask at work, and the lesson that shows the answer.',
    none: 'No question has its lesson yet.',
  },

  unknownPage: {
    title: 'This page does not exist',
    why: (address: string) => `Nothing of the lab is at ${address}.`,
    home: 'To the map',
    documents: 'To the documents',
    playground: 'To the playground',
  },

  lessonPage: {
    previous: 'Back',
    next: 'Next step',
    steps: 'Steps of the lesson',
    step: (number: number) => `Step ${number}`,
    stepNamed: (number: number, name: string) => `Step ${number}: ${name}`,
    count: (step: number, all: number) => `${step}/${all}`,
    text: 'Text of the lesson',
    stage: 'The cluster in pictures',
    dock: 'Floor, ceiling and Pods',
    why: 'Why',
    close: 'Close',
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
    after: 'What next',
    nextLesson: (title: string) => `Next lesson: ${title}`,
    allLessons: 'All lessons of this document',
    starting: 'The cluster of this lesson is starting.',
    failed: 'The lesson cannot go on.',
    retry: 'Start the lesson again',
    missing: (address: string) => `There is no lesson ${address}.`,
    figure: (diagram: string) => `${diagram} · Kubernetes 1.37`,
  },

  fidelityPage: {
    title: 'What is simulated, and what is not',
    lead: 'The lab plays Kubernetes 1.37 by its own code. Each file of that code says which upstream code it follows, what it makes simpler and what it leaves out. Behaviour is checked against cases: short situations with what a real cluster does.',
    cases: 'Cases passed',
    casesNote: (passed: number, all: number) =>
      `${passed} of ${all} cases pass. The others wait for parts that are not built yet, or are disputed.`,
    area: 'Area',
    passed: 'passed',
    failed: 'fail',
    waiting: 'not built yet',
    disputed: 'Disputed cases',
    disputedNote: 'Here the case and the upstream code say different things; the lab follows the code.',
    parts: 'Part by part',
    files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
    models: 'Follows',
    simplified: 'Simpler',
    notModelled: 'Left out',
    assembly: 'the whole',
  },

  search: {
    label: 'Search documents, lessons, questions',
    none: 'Nothing matches.',
    kinds: { page: 'page', document: 'document', lesson: 'lesson', question: 'question' },
    found: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
  },
};

export type Atlas = typeof atlas;
