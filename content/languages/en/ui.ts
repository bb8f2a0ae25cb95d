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
  command: ({ actor, subject }) =>
    subject.startsWith('release ')
      ? `You let Pods of ${subject.slice('release '.length)} become Ready`
      : `You give a command: ${actor} ${subject}`,
  'kubectl.print': ({ note }) => `kubectl prints${note ? `: ${note}` : ' nothing'}`,
  fault: ({ subject, note }) => {
    const what: Readonly<Record<string, string>> = {
      cut: `You cut the line between ${subject} and the API server`,
      heal: `You mend the line between ${subject} and the API server`,
      apiFault: `You let the next such request of ${subject} be refused`,
      killContainer: `You kill the containers of ${subject}`,
      failProbe: `You let a probe of ${subject} fail`,
      slowPull: `You change the speed of pulls on ${subject}`,
    };
    return what[note] ?? `You inject a fault: ${subject}`;
  },
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
    const [side = '', ...sum] = note.split(' ');
    return `${actor} ${what[side] ?? 'decides'}: ${subject}${sum.length > 0 ? ` (${sum.join(' ')})` : ''}`;
  },
  'event.record': ({ actor, subject, note }) => `${actor} records an Event about ${subject}${note && `: ${note}`}`,
  'sched.queue': ({ subject, note }) => `The scheduler moves ${subject} to a queue${note && `: ${note}`}`,
  'sched.cycle': ({ subject }) => `The scheduler takes ${subject}`,
  'sched.preFilter': ({ subject }) => `The scheduler prepares to filter for ${subject}`,
  'sched.filter': ({ subject }) => `The scheduler filters the nodes for ${subject}`,
  'sched.postFilter': ({ subject }) => `The scheduler looks for Pods that could give way to ${subject}`,
  'sched.score': ({ subject }) => `The scheduler scores the nodes for ${subject}`,
  'sched.assume': ({ subject, note }) => `The scheduler takes it that ${subject} is on ${note || 'its node'}`,
  'sched.preempt': ({ subject }) => `The scheduler evicts Pods to make room for ${subject}`,
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
  'kubelet.log': ({ actor, subject }) => `${actor} sends more of the log of ${subject}`,
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
  'cri.Exec': ({ actor, subject, note }) => `${actor} starts a command in ${subject}${note && `: ${note}`}`,
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
  'node-lifecycle-controller': 'node lifecycle controller',
  'taint-eviction-controller': 'taint eviction controller',
  'pod-garbage-collector-controller': 'Pod garbage collector',
  fault: 'fault',
  cluster: 'cluster',
  kernel: 'simulation',
};

const engineTables: Readonly<Record<string, string>> = {
  'queue/': 'keys that wait in a controller’s work queue, or are being worked on',
  'queue-waiting/': 'keys that will go into a work queue at a later time',
  'queue-failures/': 'how often in a row a key has failed: the longer its next wait',
  'workers/': 'which worker of a controller is busy with which key',
  'expectations/': 'creations and deletions that a controller has asked for and not yet heard of',
  'consistency/': 'what a controller has written and must see in its cache before it syncs again',
  'scheduler/': 'the scheduler’s own notes: its queues, and the Pods that it takes to be placed',
  'garbage-collector/': 'who owns whom, as the garbage collector has heard',
  'deployment-bounds': 'floor and ceiling of a rollout, as the last sync worked them out',
  watches: 'open watches: who hears of what',
  'api-faults': 'requests that you let be refused',
  cuts: 'lines that you have cut',
  'node-faults': 'what you let go wrong on a node',
  'probe-faults': 'probes that you let fail',
  containers: 'containers that a node’s runtime has',
  'container-kills': 'containers that are being ended',
  sandboxes: 'sandboxes that a node’s runtime has',
  images: 'images that are on a node',
  'image-pulls': 'pulls under way',
  'node-zones': 'zones: how each is, and which of its nodes wait for a taint',
  'tainted-nodes': 'taints that drive Pods off a node, as the eviction controller knows them',
  'taint-evictions': 'Pods that will be evicted at a later time',
  'orphaned-pods-nodes': 'nodes that are missed, and when they count as gone',
  'pull-back-offs': 'images that will not be pulled again before a time',
  'restart-back-offs': 'containers that will not be started again before a time',
  'start-failures': 'why a container could not be started',
  'released-programs': 'Pods that you have let become Ready',
  kubelets: 'which kubelets run',
  'pod-cache': 'what a kubelet last saw of a Pod in the runtime (PLEG)',
  'pod-statuses': 'the status that a kubelet has worked out for a Pod',
  'pod-workers': 'what a kubelet is doing for a Pod',
  'pod-syncs': 'syncs of Pods under way',
  'pod-resources': 'what Pods use of a node',
  'pod-addresses': 'addresses that the network has given out',
  'probe-workers': 'probes of a kubelet, and how they went so far',
  'node-reports': 'when a kubelet will next report its node',
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
  skipToContent: 'Skip to the content',
  list: (items: readonly string[]) => items.join(', '),
  named: (name: string, text: string) => `${name}: ${text}`,

  /** What of the engine's own tables is called how; by the beginning of a table's name, the longest that fits. */
  engineTables,

  bar: {
    sections: 'Sections',
    home: 'Map',
    documents: 'Documents',
    questions: 'Questions',
    playground: 'Playground',
    menu: 'Menu',
    search: 'Search',
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

  lesson: {
    ask: 'Your prediction',
    check: 'Check',
    skip: 'Skip',
    another: 'Think again, or skip.',
    number: 'Your number',
    pointHere: 'Point at it in the picture, or choose it here.',
    pointNone: 'nothing chosen yet',
    earlier: (item: string) => `Move “${item}” up`,
    later: (item: string) => `Move “${item}” down`,
    order: 'From first to last',
    right: 'That is what happens.',
    revealed: 'What happened',
    hint: 'Hint',
    nextHint: 'Next hint',
    hintOf: (level: number, most: number) => `Hint ${level} of ${most}`,
    document: 'The document says',
    cluster: 'The cluster does',
    claim: (numbers: string) => `Claim ${numbers}`,
    recall: 'From the lesson before',
    begin: 'Begin',
    goal: 'Goal',
    goalMet: 'Goal reached.',
    goalMissed: 'Not yet.',
    tryIt: 'Roll it out',
    runIt: 'Run it',
    again: 'Start again from the given text',
    manifest: 'Manifest',
    command: 'Command line',
    faultAt: (line: number, message: string) => `Line ${line}: ${message}`,
    showMoment: 'Show the moment',
    assumes: 'In this lesson',
    summary: 'In three sentences',
    stepOf: (step: number, all: number, minutes: number) => `Step ${step} of ${all} · about ${minutes} minutes`,
  },

  editor: {
    title: 'Manifest',
    fileName: 'File name',
    text: 'Manifest in YAML',
    samples: 'Examples',
    apply: 'Apply',
    remove: 'Delete what it names (kubectl delete)',
    removeMeans:
      'The API server marks these objects for deletion; what they own goes with them: ReplicaSets, Pods. Step back to see them again.',
    removeNow: 'Delete',
    applyHint: 'kubectl apply -f (Ctrl Enter)',
    place: (line: number, column: number) => `Line ${line}, column ${column}`,
    faultTitle: (count: number) =>
      count === 1 ? 'This text cannot be read' : `This text cannot be read: ${count} places`,
    nothingSent: 'Nothing was sent to the cluster.',
    sentBefore: 'As with kubectl, what stands before it was sent.',
    textWithTab: (key: string) => `Manifest in YAML. Tab writes spaces; with ${key} Tab leaves the editor.`,
    tabWrites: (key: string) => `Tab writes spaces. ${key}: Tab leaves the editor.`,
    tabMoves: (key: string) => `Tab leaves the editor. ${key}: Tab writes spaces.`,
    plainInstead: 'The editor could not be loaded. This plain text does the same.',
    dryRun: 'Dry run',
    dryRunHint: 'kubectl apply -f --dry-run=server: the server checks everything and stores nothing',
    compare: 'Compare',
    compareTitle: 'What apply would change',
    compareMeaning: 'Beside the objects at the cursor. What the server fills in by itself is not in it.',
    compareNothing: 'The manifest has no object.',
    compareNew: 'not there yet',
    compareSame: 'Nothing would change.',
    compareLines: (name: string) => `${name}: what would change`,
    pasteTooLong: (size: string) =>
      `What you pasted is ${size} long. The lab reads manifests up to 1 MB. Your text is as it was.`,
    refusedTitle: (count: number) =>
      count === 1 ? 'The cluster refuses this' : `The cluster refuses this: ${count} places`,
    problemTitle: (count: number) =>
      count === 1 ? 'The API server would refuse this' : `The API server would refuse this: ${count} places`,
    noteLine: (line: number) => `Line ${line}`,
    notes: {
      unserved: {
        title: 'Kinds that this lab does not have',
        meaning: 'Kubernetes 1.37 has them. The lab does not model them, so it refuses them.',
      },
      kind: {
        title: 'Stored; its controller is not in this lab yet',
        meaning: 'The API server checks and keeps these objects as a real one does. Nothing acts on them.',
      },
      field: {
        title: 'Not modelled here',
        meaning: 'Stored as in a real cluster. This cluster acts as if it were not there.',
      },
      absentImage: {
        title: 'Not in this lab’s registry',
        meaning:
          'The pull will fail, as for a name that Docker Hub does not have. For an image of your own, write the name with its registry or user (me/app), or set the annotation clusterglass.dev/image-pull: succeeds.',
      },
      assumedImage: {
        title: 'Images that the lab does not know',
        meaning:
          'They are taken to exist. The lab runs each as a server that starts in half a second, listens and answers; annotations can say otherwise.',
      },
      repeatedKey: {
        title: 'Keys that are given twice',
        meaning: 'The last value counts. kubectl does the same and does not say so.',
      },
    },
    tooLarge: (size: string) => `The text is ${size} long. The lab reads up to 1 MB.`,
    tooDeep: (levels: string) => `The text is nested too deeply. The lab reads up to ${levels} levels.`,
  },

  samples: {
    deployment: 'Deployment: three replicas',
    pod: 'Pod: a single one',
    service: 'Service: an address for them',
    configMap: 'ConfigMap: settings',
    badRelease: 'A bad release: the image does not exist',
    crashing: 'A Pod that crashes',
  },

  sampleHints: {
    deployment:
      'Apply it, then step: three controllers and three kubelets each do their part. Change replicas or the image and apply again.',
    pod: 'No controller owns it: delete it, and nothing makes another.',
    service: 'Selects Pods by label. It gets its address at once.',
    configMap: 'Data that Pods may mount. Nothing runs because of it.',
    badRelease: 'Apply it over the first one: the new Pod waits in ImagePullBackOff, the old ones stay.',
    crashing: 'Watch RESTARTS grow, and the waits between them: CrashLoopBackOff.',
  },

  terminal: {
    title: 'kubectl',
    empty: 'What kubectl prints appears here.',
    running: 'running',
    exit: (code: number) => `exit code ${code}`,
  },

  stage: {
    pictures: 'Picture of the stage',
    full: 'Stage only',
    notFull: 'Back to the whole page',
    pictureNames: { document: 'Document', cluster: 'Cluster', lanes: 'Lanes', gauge: 'Gauge' },
    tabs: 'Parts of the page',
    editor: 'Manifest',
    cluster: 'Cluster',
    events: 'Events',
    detail: 'Details',
    summary: (nodes: number, pods: number) =>
      `${nodes === 1 ? '1 node' : `${nodes} nodes`}, ${pods === 1 ? '1 Pod' : `${pods} Pods`} · Kubernetes 1.37`,
  },

  cluster: {
    name: 'The cluster',
    description: (nodes: number, pods: number) =>
      `Picture of the cluster at the cursor: ${nodes} nodes, ${pods} Pods. Arrow keys move inside, Enter opens.`,
    controlPlane: 'control plane',
    outline: 'The cluster in words',
    noPods: 'No Pods yet. Apply the manifest.',
    asked: 'The command is given. Step forward or play to see what it does.',
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
    trail: 'How it came here',
    trailBounds: 'floor and ceiling',
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

  diagram: {
    name: 'Document diagram',
    waiting: 'fetching the diagram',
    states: {
      idle: 'not yet',
      visited: 'has happened',
      now: 'now',
      next: 'next',
      failed: 'failed now',
    },
    summary: (title: string, lit: number, all: number) =>
      `${title}. ${lit} of ${all} parts have happened. Arrow keys move inside, Enter opens.`,
    edge: (from: string, to: string, label: string) => `${from} to ${to}${label && `: ${label}`}`,
    step: (label: string, state: string) => `${label} (${state})`,
    corrected: (document: string, cluster: string) => `the document says “${document}”; the cluster: ${cluster}`,
    disputed: 'the document and the cluster differ here',
    message: (from: string, to: string, text: string) =>
      from === to ? `At ${from}: ${text}` : `${from} to ${to}: ${text}`,
    start: 'the beginning',
    end: 'the end',
    note: (of: string, text: string) => `Beside ${of}: ${text}`,
    whole: 'Whole diagram',
    near: 'Only this message',
    which: 'Diagram',
    figure: (id: string) => `diagram ${id}`,
    source: (id: string) => `Clusterglass · diagram ${id} · Kubernetes 1.37`,
    save: 'Save as SVG',
    copy: 'Copy as Mermaid',
    copied: 'Copied',
  },

  lanes: {
    /** Names that are too long for the margin. */
    short: {
      'kube-controller-manager': 'controller manager',
      'deployment-controller': 'Deployment ctrl',
      'replicaset-controller': 'ReplicaSet ctrl',
      'namespace-controller': 'namespace ctrl',
      'service-account-controller': 'accounts ctrl',
    } as Readonly<Record<string, string>>,
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
    filterHint: 'words of an event',
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
    engine: (count: number) =>
      count === 1 ? 'The engine’s own tables: 1 record changed' : `The engine’s own tables: ${count} records changed`,
    engineOnly: 'Nothing that the API server stores or a cache holds has changed.',
    alsoChanged: (count: number) => (count === 1 ? '1 more record changed' : `${count} more records changed`),
    unchanged: 'No record changed.',
    added: 'added',
    removed: 'removed',
    replaced: 'changed',
    cut: (count: number) => (count === 1 ? '1 more line' : `${count} more lines`),
    why: 'Why?',
    whyRoot: 'This is where it began.',
    whyCut: 'What led to this is no longer kept.',
    whyMore: (count: number) => `Show ${count} steps between`,
    tables: {
      api: 'stored by the API server',
      cache: (process: string) => `cache of ${process}`,
      other: 'a table of the engine’s own',
      printed: 'what kubectl has printed',
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
    speedSteps: (factor: number, seconds: number) => `${factor}× (${seconds} s)`,
    speedReal: (factor: number) => (factor === 1 ? 'real time' : `real time × ${factor}`),
    speedMax: 'at once',
    speedHint:
      '1× (0.4 s): every step is shown for 0.4 s, long waits are cut short. Real time: as long as in a real cluster.',
    granularity: 'Granularity',
    micro: 'Micro',
    action: 'Action',
    milestone: 'Milestone',
    time: 'Virtual time',
    position: (position: number, length: number) => `#${position} of ${length}`,
    seed: (seed: number) => `seed ${seed}`,
    settled: 'at rest',
    /** What a cluster at rest waits for. */
    dues: {
      restart: (name: string) => `restart of ${name}`,
      pull: (name: string) => `another pull for ${name}`,
      sync: (name: string) => `another try for ${name}`,
      exit: (name: string) => `end of the program in ${name}`,
      deadline: (name: string) => `deadline of ${name}`,
      hook: (name: string) => `end of the postStart hook of ${name}`,
      progress: (name: string) => `progress deadline of ${name}`,
      requeue: (name: string, controller: string) => `${controller} controller tries ${name} again`,
      schedule: (name: string) => `another try to schedule ${name}`,
      probe: (name: string) => `probe of ${name} answers again`,
      silence: (name: string) => `${name} becomes NotReady`,
      taint: (name: string) => `${name} is queued for its NoExecute taint`,
      evict: (name: string) => `eviction of ${name} by taint`,
    },
    due: (what: string, wait: string) => `next, in ${wait}: ${what}`,
    dueHint: 'Play lets time pass until then; On to rest goes there at once.',
    oldest: 'Earlier events are no longer kept.',
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
    open: 'Faults',
    none: 'There is nothing to do this to yet.',
    target: 'To which',
    take: 'Do it',
    watch: 'Then watch:',
    groups: { faults: 'Let something go wrong', repairs: 'Take it back', changes: 'Change something' },
    about: {
      kill: {
        title: 'Kill a container',
        does: 'Ends the processes of the Pod’s containers with SIGKILL, as the kernel does when memory runs out.',
        next: 'the kubelet finds out at its next look at the runtime, within about a second, and starts the container again: at once the first time, then after 10, 20, 40 s, up to 5 minutes (CrashLoopBackOff). RESTARTS grows; the Pod keeps its name, node and address.',
      },
      failProbe: {
        title: 'Let the readiness probe fail',
        does: 'Every readiness probe of the Pod fails for 60 seconds, though its process runs on.',
        next: 'after failureThreshold failures in a row the Pod is no longer Ready, and its Deployment has one available Pod fewer. Nothing is restarted. One success afterwards makes it Ready again.',
      },
      badRelease: {
        title: 'Release an image that does not exist',
        does: 'kubectl set image with a tag that no registry has: the Deployment begins a rollout.',
        next: 'the new Pod fails with ErrImagePull, then ImagePullBackOff. maxUnavailable keeps the old Pods; after progressDeadlineSeconds (600 s) the Deployment says ProgressDeadlineExceeded, and nothing rolls back by itself.',
      },
      slowPull: {
        title: 'Pull images slowly',
        does: 'Pulls on this node take ten times as long, until you take it back.',
        next: 'a new Pod there that needs an image stays in ContainerCreating; a rollout waits for it.',
      },
      normalPull: {
        title: 'Pull at the usual speed',
        does: 'Pulls on this node take their usual time again.',
        next: 'the next pull; one that is under way keeps its time.',
      },
      cut: {
        title: 'Cut a node off',
        does: 'The node’s kubelet reaches the API server no more. Its Pods run on.',
        next: 'nothing, for some 50 s: the API server only stops hearing from there. Then the node is NotReady and tainted, its Pods are no longer Ready. 300 s later their toleration is over and they are deleted: others take their place, they themselves stay Terminating, since no kubelet confirms it.',
      },
      heal: {
        title: 'Reconnect a node',
        does: 'The kubelet reaches the API server again.',
        next: 'its watches begin anew, it hears of all it missed, and reports what has happened to its Pods.',
      },
      conflict: {
        title: 'Let the next update conflict (409)',
        does: 'The next PUT of this ReplicaSet by a controller is refused, as if somebody else had written first.',
        next: 'scale or release something: the controller reports the error, puts its key back into the queue with a delay, and works everything out again from its cache.',
      },
      undo: {
        title: 'Roll back (kubectl rollout undo)',
        does: 'Puts the Pod template of the revision before this one back into the Deployment.',
        next: 'the old ReplicaSet grows again and gets the next revision number; it is a rollout like any other.',
      },
      scaleUp: {
        title: 'One replica more',
        does: 'kubectl scale: spec.replicas of the Deployment grows by one.',
        next: 'Deployment controller, ReplicaSet controller, scheduler and kubelet each do their part, one after the other.',
      },
      scaleDown: {
        title: 'One replica fewer',
        does: 'kubectl scale: spec.replicas of the Deployment shrinks by one.',
        next: 'which Pod goes: first one without a node, then one that is not Ready, then one on the fullest node.',
      },
      restart: {
        title: 'Restart the rollout',
        does: 'kubectl rollout restart: an annotation with the time in the Pod template.',
        next: 'a template that differs is a new ReplicaSet: all Pods are replaced, between floor and ceiling.',
      },
      deletePod: {
        title: 'Delete a Pod',
        does: 'kubectl delete pod: it gets a deletionTimestamp and 30 seconds to end.',
        next: 'its ReplicaSet makes another at once, under another name; the old one is gone when its kubelet says so.',
      },
    },
  },

  settings: {
    playOnCommand: 'Play after each command',
    keys: 'Single keys step, play, answer and search',
    plainEditor: 'Manifests as plain text, without the editor',
    projector: 'Projector: large type, light, strong contrast',
    calm: 'Less motion: messages jump',
    theme: 'Dark theme',
    keyList: [
      ['← →', 'one step back, forward'],
      ['Space', 'play, pause'],
      ['Home End', 'to the start, on to rest'],
      ['1 2 3', 'micro, action, milestone; in a lesson, the answer'],
      ['/', 'search'],
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
      broken: 'It is damaged or incomplete: perhaps it was cut off when it was copied.',
      'too-big': 'It unpacks to more than 1 MB.',
      'other-version': 'It was made by a newer version of this lab.',
      'too-much': 'Playing its run again takes more than 500,000 events.',
      'not-a-scene': 'What it holds is no cluster of this lab.',
    },
    linkTooMuch:
      'This run has more than 500,000 events: playing it again takes too long for a link. Begin a new cluster, or go back and let a branch begin earlier.',
    replaying: 'Playing the run again',
    replayed: 'Played again',
    stopReplay: 'Stop',
    replayStopped: (kept: boolean): string =>
      kept
        ? 'The run was not played again. This browser keeps it until your next command: reload the page to get it back.'
        : 'The run of the link was not played.',
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
