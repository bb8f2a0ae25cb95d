/** What a sentence about a trace event is made from. Names of things are already in words. */
interface Said {
  readonly actor: string;
  readonly target: string;
  readonly subject: string;
  readonly note: string;
}

type Sentence = (said: Said) => string;

/** Sentences by verb. A test holds this list against the engine's vocabulary. */
const verbs: Readonly<Record<string, Sentence>> = {
  'kernel.stop': ({ subject }) => `The simulation has stopped: ${subject}`,
  'cluster.boot': ({ actor, subject }) => (subject === 'cluster' ? 'The cluster starts' : `${actor} starts`),
  command: ({ actor, subject }) => `You give a command: ${actor} ${subject}`,
  'kubectl.print': ({ note }) => `kubectl prints${note ? `: ${note}` : ' nothing'}`,
  fault: ({ subject }) => `You inject a fault: ${subject}`,
  'api.create': ({ actor, subject }) => `${actor} creates ${subject}`,
  'api.get': ({ actor, subject }) => `${actor} reads ${subject}`,
  'api.list': ({ actor, subject }) => `${actor} lists ${subject}`,
  'api.watch': ({ actor, subject }) => `${actor} starts to watch ${subject}`,
  'api.update': ({ actor, subject }) => `${actor} updates ${subject}`,
  'api.patch': ({ actor, subject }) => `${actor} patches ${subject}`,
  'api.delete': ({ actor, subject }) => `${actor} deletes ${subject}`,
  'api.deletecollection': ({ actor, subject }) => `${actor} deletes all ${subject}`,
  'watch.deliver': ({ target, subject, note }) => `${target} hears of ${subject}: ${note}`,
  'watch.close': ({ actor, subject }) => `${actor} loses its watch on ${subject}`,
  'informer.sync': ({ actor, subject }) => `${actor} has filled its cache of ${subject}`,
  'queue.add': ({ actor, subject }) => `${actor}: ${subject} goes into the queue`,
  'queue.wait': ({ actor, subject }) => `${actor}: ${subject} will be looked at later`,
  'queue.retry': ({ actor, subject }) => `${actor}: ${subject} goes back into the queue after a wait`,
  'controller.sync': ({ actor, subject }) => `${actor} syncs ${subject}`,
  'controller.done': ({ actor, subject }) => `${actor} is done with ${subject}`,
  'sync.decide': ({ actor, subject, note }) => {
    const what: Readonly<Record<string, string>> = {
      new: 'works out how far the new ReplicaSet may grow',
      old: 'works out how many old Pods may go',
      recreate: 'looks whether all old Pods are gone',
      create: 'finds that Pods are missing',
      delete: 'finds that there are too many Pods',
    };
    return `${actor} ${what[note] ?? 'decides'}: ${subject}`;
  },
  'event.record': ({ actor, subject, note }) => `${actor} records an Event about ${subject}${note && `: ${note}`}`,
  'sched.queue': ({ subject, note }) => `The scheduler moves ${subject} to a queue${note && `: ${note}`}`,
  'sched.cycle': ({ subject }) => `The scheduler takes ${subject}`,
  'sched.preFilter': ({ subject }) => `The scheduler prepares to filter for ${subject}`,
  'sched.filter': ({ subject }) => `The scheduler filters the nodes for ${subject}`,
  'sched.postFilter': ({ subject }) => `The scheduler looks for Pods that could give way to ${subject}`,
  'sched.score': ({ subject }) => `The scheduler scores the nodes for ${subject}`,
  'sched.assume': ({ subject, note }) => `The scheduler takes it that ${subject} is on ${note || 'its node'}`,
  'sched.forget': ({ subject }) => `The scheduler takes back what it assumed of ${subject}`,
  'sched.reserve': ({ subject }) => `The scheduler reserves what ${subject} needs`,
  'sched.permit': ({ subject }) => `The scheduler lets ${subject} go on to be bound`,
  'sched.bind': ({ subject, note }) => `The scheduler binds ${subject}${note && ` to ${note}`}`,
  'sched.bound': ({ subject, note }) => `The scheduler is done with ${subject}: bound${note && ` to ${note}`}`,
  'sched.fail': ({ subject, note }) => `The scheduler finds no node for ${subject}${note && `: ${note}`}`,
  'kubelet.sync': ({ actor, subject }) => `${actor} syncs ${subject}`,
  'kubelet.admit': ({ actor, subject }) => `${actor} admits ${subject}`,
  'kubelet.evict': ({ actor, subject }) => `${actor} evicts ${subject}`,
  'kubelet.cgroup': ({ actor, subject }) => `${actor} makes the cgroups of ${subject}`,
  'kubelet.mount': ({ actor, subject }) => `${actor} mounts the volumes of ${subject}`,
  'kubelet.unmount': ({ actor, subject }) => `${actor} unmounts the volumes of ${subject}`,
  'kubelet.hook': ({ actor, subject, note }) => `${actor} runs a hook of ${subject}${note && `: ${note}`}`,
  'pleg.relist': ({ actor }) => `${actor} sees a change in the runtime (PLEG)`,
  'probe.result': ({ actor, subject, note }) => {
    if (note === 'wait') return `${actor} does not probe ${subject} yet`;
    if (note === 'stop') return `${actor} probes ${subject} no longer`;
    return `${actor} has probed ${subject}${note && `: ${note}`}`;
  },
  'container.process': ({ subject, note }) => `In ${subject}, the process does something${note && `: ${note}`}`,
  'cri.RunPodSandbox': ({ actor, subject }) => `${actor} asks for a sandbox for ${subject}`,
  'cri.StopPodSandbox': ({ actor, subject }) => `${actor} stops the sandbox of ${subject}`,
  'cri.RemovePodSandbox': ({ actor, subject }) => `${actor} removes the sandbox of ${subject}`,
  'cri.PodSandboxStatus': ({ actor, subject }) => `${actor} asks how the sandbox of ${subject} is`,
  'cri.PullImage': ({ actor, subject, note }) => `${actor} pulls ${note || 'an image'} for ${subject}`,
  'cri.ImageStatus': ({ actor, subject, note }) =>
    `${actor} asks whether ${note || 'the image'} is there for ${subject}`,
  'cri.CreateContainer': ({ actor, subject, note }) => `${actor} creates container ${note} in ${subject}`,
  'cri.StartContainer': ({ actor, subject, note }) => `${actor} starts container ${note} in ${subject}`,
  'cri.StopContainer': ({ actor, subject, note }) => `${actor} stops container ${note} in ${subject}`,
  'cri.RemoveContainer': ({ actor, subject, note }) => `${actor} removes container ${note} from ${subject}`,
  'cri.ExecSync': ({ actor, subject }) => `${actor} runs a command in ${subject}`,
  'cri.reply': ({ actor, target, subject, note }) => `${actor} answers ${target}: ${note} for ${subject}`,
  'cni.ADD': ({ subject, note }) => `The network gives ${subject} the address ${note}`,
  'cni.DEL': ({ subject }) => `The network takes the address of ${subject} back`,
};

/** Sentences by milestone: what the live region speaks. */
const milestones: Readonly<Record<string, (subject: string) => string>> = {
  PodCreated: (pod) => `${pod} is created`,
  PodBound: (pod) => `${pod} has a node`,
  PodRunning: (pod) => `${pod} is running`,
  PodReady: (pod) => `${pod} is Ready`,
  PodNotReady: (pod) => `${pod} is no longer Ready`,
  PodTerminating: (pod) => `${pod} is being terminated`,
  PodRemoved: (pod) => `${pod} is gone`,
  PodSucceeded: (pod) => `${pod} has succeeded`,
  PodFailed: (pod) => `${pod} has failed`,
  PodPending: (pod) => `${pod} is Pending`,
  PodUnknown: (pod) => `Nobody knows how ${pod} is`,
  DeploymentCreated: (deployment) => `${deployment} is created`,
  DeploymentChanged: (deployment) => `${deployment} has a new spec`,
  DeploymentRemoved: (deployment) => `${deployment} is gone`,
  RolloutComplete: (deployment) => `${deployment}: the rollout is complete`,
  RolloutTimedOut: (deployment) => `${deployment}: the progress deadline has passed`,
  ReplicaSetCreated: (replicaSet) => `${replicaSet} is created`,
  ReplicaSetRemoved: (replicaSet) => `${replicaSet} is gone`,
  NodeRegistered: (node) => `${node} joins the cluster`,
  NodeReady: (node) => `${node} is Ready`,
  NodeNotReady: (node) => `${node} is not Ready`,
  NodeRemoved: (node) => `${node} is gone`,
  ServiceCreated: (service) => `${service} is created`,
  ServiceRemoved: (service) => `${service} is gone`,
};

/** Names of the parts that act. */
const actors: Readonly<Record<string, string>> = {
  kubectl: 'kubectl',
  'kube-apiserver': 'API server',
  'kube-scheduler': 'scheduler',
  'kube-controller-manager': 'controller manager',
  'deployment-controller': 'Deployment controller',
  'replicaset-controller': 'ReplicaSet controller',
  kubelet: 'kubelet',
  'namespace-controller': 'namespace controller',
  'serviceaccount-controller': 'service account controller',
  'root-ca-cert-publisher': 'root CA publisher',
  'garbage-collector-controller': 'garbage collector',
  fault: 'fault',
  cluster: 'cluster',
  kernel: 'simulation',
};

/** What a ReplicaSet's line of the gauge is made from. */
interface GaugeSetWords {
  readonly name: string;
  readonly role: string;
  readonly revision: string;
  readonly wanted: number;
  readonly pods: number;
  readonly available: number;
}

export const ui = {
  product: 'Clusterglass',
  tagline: 'A Kubernetes cluster made of glass',
  skipToStage: 'Skip to the cluster',
  list: (items: readonly string[]) => items.join(', '),
  named: (name: string, text: string) => `${name}: ${text}`,

  bar: {
    playground: 'Playground',
    share: 'Share',
    shareCopied: 'Link copied',
    shareByHand: 'Copy this link:',
    otherLanguage: '中文',
    toDark: 'Dark theme',
    toLight: 'Light theme',
    renew: 'New cluster',
    renewSure: 'Throw this cluster and its commands away?',
    settings: 'Settings',
  },

  editor: {
    title: 'Manifest',
    fileName: 'File name',
    text: 'Manifest in YAML',
    samples: 'Examples',
    apply: 'Apply',
    remove: 'Delete',
    applyHint: 'kubectl apply -f (Ctrl Enter)',
    place: (line: number, column: number) => `Line ${line}, column ${column}`,
    faultTitle: (count: number) =>
      count === 1 ? 'This text cannot be read' : `This text cannot be read: ${count} places`,
    nothingSent: 'Nothing was sent to the cluster.',
    noteTitle: 'Not modelled here',
    noteLine: (line: number) => `Line ${line}`,
    noteMeaning: 'Stored as in a real cluster. This cluster acts as if it were not there.',
    tooLarge: (size: string) => `The text is ${size} long. The lab reads up to 1 MB.`,
    noObject: 'A document of a manifest must be a mapping with apiVersion and kind.',
  },

  samples: {
    deployment: 'Deployment: three replicas',
    pod: 'Pod: a single one',
    service: 'Service: an address for them',
    configMap: 'ConfigMap: settings',
    badRelease: 'A bad release: the image does not exist',
    crashing: 'A Pod that crashes',
  },

  terminal: {
    title: 'kubectl',
    empty: 'What kubectl prints appears here.',
    running: 'running',
    exit: (code: number) => `exit code ${code}`,
  },

  stage: {
    tabs: 'Parts of the page',
    editor: 'Manifest',
    cluster: 'Cluster',
    events: 'Events',
    detail: 'Details',
    summary: (nodes: number, pods: number) => `${nodes} nodes, ${pods} Pods · Kubernetes 1.37`,
  },

  cluster: {
    name: 'The cluster',
    description: (nodes: number, pods: number) =>
      `Picture of the cluster at the cursor: ${nodes} nodes, ${pods} Pods. Arrow keys move inside, Enter opens.`,
    controlPlane: 'control plane',
    outline: 'The cluster in words',
    noPods: 'No Pods yet. Apply the manifest on the left.',
    noPodsOnNode: 'no Pods',
    waiting: 'Waiting for a node',
    cpu: 'cpu',
    cpuOf: (used: string, all: string) => `${used} of ${all} CPU requested`,
    cut: 'cut off',
    ready: 'Ready',
    notReady: 'NotReady',
    unschedulable: 'unschedulable',
    pod: (name: string, word: string, node: string) => `Pod ${name}: ${word}${node && `, on ${node}`}`,
    words: {
      ready: 'Ready',
      running: 'Running, not Ready',
      starting: 'Starting',
      terminating: 'Terminating',
      failed: 'Failed',
      pending: 'Pending',
      succeeded: 'Succeeded',
    },
    restarts: (count: number) => (count === 1 ? '1 restart' : `${count} restarts`),
    inSlice: 'in a slice',
    replicas: (have: number, want: number) => `${have}/${want}`,
    replicasLong: (have: number, want: number) => `${have} of ${want} replicas ready`,
    revision: (revision: string) => `revision ${revision}`,
    keys: (count: number) => (count === 1 ? '1 key' : `${count} keys`),
    owns: (owner: string, owned: string) => `${owner} owns ${owned}`,
    endpoints: (ready: number, all: number) => `${ready} of ${all} endpoints ready`,
    noEndpoints: 'no slice yet',
    message: (actor: string, target: string, text: string) => `Message from ${actor} to ${target}: ${text}`,
    more: (count: number) => `and ${count} more`,
  },

  gauge: {
    name: (deployment: string) => `Rollout of ${deployment}`,
    empty: 'No Deployment at the cursor yet.',
    pods: 'Pods',
    available: (count: number) => `${count} available`,
    floor: (count: number) => `floor: ${count} available`,
    ceiling: (count: number) => `ceiling: ${count}`,
    wanted: (count: number) => `wanted ${count}`,
    total: 'total',
    roles: { new: 'new', old: 'old' },
    columns: { revision: 'revision', wanted: 'wanted', pods: 'Pods', available: 'available', leaving: 'terminating' },
    states: {
      available: 'available',
      starting: 'starting',
      promised: 'not created yet',
      leaving: 'terminating, not counted',
    },
    going: 'one too many, will go',
    place: (set: string) => `A place in ${set}`,
    several: (count: number, set: string) => `${count} of ${set}`,
    join: ' ',
    standing: (deployment: string, available: number, pods: number) =>
      `Deployment ${deployment}: ${pods === 1 ? '1 Pod' : `${pods} Pods`}, ${available} available.`,
    between: (floor: number, ceiling: number) => `At least ${floor} must be available, at most ${ceiling} may exist.`,
    recreate: 'Recreate has no floor: all old Pods go before a new one comes.',
    willGo: (count: number) => (count === 1 ? 'One is too many and will go.' : `${count} are too many and will go.`),
    willCome: (count: number) =>
      count === 1 ? 'One is asked for and not created yet.' : `${count} are asked for and not created yet.`,
    notCounted: (count: number) => `${count} more terminating, not counted.`,
    askedFor: (count: number) => `The ReplicaSets ask for ${count} in all.`,
    setSentence: ({ name, role, revision, wanted, pods, available }: GaugeSetWords) =>
      `ReplicaSet ${name}, ${role}${revision && `, revision ${revision}`}: wants ${wanted}, has ${pods}, ${available} available`,
    leavingToo: 'Show terminating Pods',
  },

  lanes: {
    name: 'Lanes',
    description: (messages: number, from: string, to: string) =>
      `Messages between the parts in time: ${messages === 1 ? '1 message' : `${messages} messages`}, from ${from} to ${to}. Arrow keys move inside, Enter goes there; plus and minus zoom, Page Up and Page Down go earlier and later.`,
    empty: 'No message of this granularity here yet.',
    waiting: 'fetching the messages',
    truth: 'stored truth',
    belief: 'what it knows',
    process: 'one process',
    queue: 'queue',
    none: (name: string) => `no ${name}`,
    deleted: 'deleted',
    stale: (span: string) => `stale for ${span}`,
    staleStill: (span: string, facts: string) => `stale for ${span}: still ${facts}`,
    others: (count: number) => (count === 1 ? '1 more kubelet' : `${count} more kubelets`),
    idle: (span: string) => `nothing for ${span}`,
    gate: 'answer first, then this opens',
    earlier: 'Earlier',
    later: 'Later',
    closer: 'Zoom in',
    wider: 'Zoom out',
    follow: 'Back to the cursor',
    tools: 'Window of the lanes',
    omitted: (count: number) => `${count} smaller messages left out`,
    count: (lanes: number) => `${lanes} lanes`,
    message: (from: string, to: string, text: string, span: string) => `${from} to ${to}: ${text}, after ${span}`,
    request: (from: string, text: string, span: string) => `${from} asks: ${text}, answered after ${span}`,
    refused: (code: number) => `refused, ${code}`,
    atCursor: 'at the cursor',
    future: 'after the cursor',
    versions: (name: string, place: string, versions: string) => `${name} in ${place}: ${versions}`,
    version: (facts: string, at: string) => `${facts} from ${at}`,
    staleAt: (span: string, at: string) => `stale for ${span} from ${at}`,
  },

  events: {
    name: 'Trace events',
    empty: 'No event of this granularity yet.',
    filter: 'Filter',
    filterHint: 'name, verb, part',
    none: 'Nothing matches.',
    count: (shown: number, all: number) => `${shown} of ${all}`,
    columns: { time: 'time', actor: 'who', verb: 'does', subject: 'to what' },
    failed: 'failed',
    to: 'to',
    current: 'now',
  },

  detail: {
    name: 'Event at the cursor',
    start: 'Before the first event',
    startHint: 'Step forward to see what happened.',
    loading: 'fetching the event',
    at: (clock: string, micros: number) => `${clock} (${micros} µs)`,
    number: (seq: number) => `event ${seq}`,
    message: 'The message',
    request: 'Request',
    response: 'Response',
    fields: 'Fields',
    took: (span: string) => `answered after ${span}`,
    alsoChanged: (count: number) => (count === 1 ? '1 more record changed' : `${count} more records changed`),
    unchanged: 'No record changed.',
    added: 'added',
    removed: 'removed',
    replaced: 'changed',
    cut: (count: number) => `${count} more lines`,
    why: 'Why?',
    whyRoot: 'This is where it began.',
    whyCut: 'What led to this is no longer kept.',
    whyMore: (count: number) => `Show ${count} steps between`,
    tables: {
      api: 'stored by the API server',
      cache: (process: string) => `cache of ${process}`,
      other: 'state',
    },
  },

  object: {
    back: 'Back to the event',
    gone: 'It does not exist at the cursor.',
    lastChange: 'Last change',
    noChange: 'No event of the trace has changed it.',
    version: (version: string) => `rv ${version}`,
    yaml: 'The object as it is stored at the cursor',
  },

  player: {
    name: 'Player',
    start: 'To the start',
    back: 'One step back',
    forward: 'One step forward',
    play: 'Play',
    pause: 'Pause',
    end: 'On to rest',
    speed: 'Speed',
    speedMax: 'at once',
    granularity: 'Granularity',
    micro: 'Micro',
    action: 'Action',
    milestone: 'Milestone',
    time: 'Virtual time',
    position: (position: number, length: number) => `#${position} of ${length}`,
    seed: (seed: number) => `seed ${seed}`,
    settled: 'at rest',
    scrubber: 'Time line',
    scrubberValue: (clock: string, position: number, length: number, sentence: string) =>
      `${clock}, event ${position} of ${length}: ${sentence}`,
    lanes: {
      apiserver: 'API server',
      controllers: 'controllers',
      scheduler: 'scheduler',
      kubelets: 'kubelets',
      you: 'you',
    },
    branch: 'Branch',
    branchName: (name: string) => (name === 'main' ? 'main' : name.replace('branch-', 'branch ')),
    branchFrom: (parent: string, clock: string) => `from ${parent} at ${clock}`,
  },

  faults: {
    open: 'Inject a fault',
    title: 'Inject a fault',
    none: 'There is nothing to do this to yet.',
    kill: 'Kill a container',
    cut: 'Cut a node off',
    heal: 'Reconnect a node',
    conflict: 'Let the next update fail (409)',
    failProbe: 'Let its readiness probe fail (60 s)',
    slowPull: 'Pull images slowly',
    badRelease: 'Release an image that does not exist',
    undo: 'Roll back (kubectl rollout undo)',
    scaleUp: 'One replica more',
    scaleDown: 'One replica fewer',
    restart: 'Restart the rollout',
    deletePod: 'Delete a Pod',
    on: (name: string) => `on ${name}`,
  },

  settings: {
    playOnCommand: 'Play after each command',
    keys: 'Single keys step and play',
    keyList: [
      ['← →', 'one step back, forward'],
      ['Space', 'play, pause'],
      ['Home End', 'to the start, on to rest'],
      ['1 2 3', 'micro, action, milestone'],
    ] as readonly (readonly [string, string])[],
  },

  notices: {
    close: 'Close',
    starting: 'Starting the cluster',
    recovering: 'The Worker was lost. Playing your commands again.',
    recovered: (commands: number) =>
      `The Worker was lost and is back: ${commands === 1 ? '1 command' : `${commands} commands`} played again.`,
    reloaded: (commands: number) =>
      `Back where you were: ${commands === 1 ? '1 command' : `${commands} commands`} played again.`,
    forked: (branch: string) =>
      `You changed the past: this is ${branch} now. What was before is kept as the other branch.`,
    otherEngine: (engine: string) =>
      `This link was made with engine ${engine || 'of an unknown version'}. The run may differ from what its author saw.`,
    linkRefused: 'This link cannot be opened. Your own cluster is untouched.',
    linkReasons: {
      'unknown-form': 'It does not have the form of a shared link.',
      'too-long': 'It is longer than 32 KB.',
      broken: 'Its data are damaged.',
      'too-big': 'It unpacks to more than 1 MB.',
      'not-a-scene': 'What it holds is no cluster of this lab.',
    },
    linkTooLong: 'This run is too long for a link (more than 32 KB).',
    commandLost: 'The last command made the Worker fail twice and was left out. Everything before it is intact.',
    failed: 'Something failed',
    stopped: {
      EventsPerInstant: (limit: number, subject: string) =>
        `Stopped: more than ${limit} events at one instant, most of them by ${subject}.`,
      QueueLength: (limit: number, subject: string) =>
        `Stopped: more than ${limit} events are waiting, most of them for ${subject}.`,
      ObjectLimit: (limit: number, subject: string) => `Stopped: more than ${limit} ${subject}.`,
    },
    gaveUp: 'The Worker failed several times. Your commands are kept.',
    retry: 'Try again',
  },

  words: {
    verbs,
    milestones,
    actors,
    kubelet: (node: string) => `kubelet on ${node}`,
    runtime: (node: string) => `runtime on ${node}`,
    network: (node: string) => `network of ${node}`,
    refused: (sentence: string, code: string) => `${sentence}: refused, ${code}`,
    subresource: (name: string, subresource: string) => `the ${subresource} of ${name}`,
    notThere: (sentence: string) => `${sentence}: not there`,
  },
};

export type Ui = typeof ui;
