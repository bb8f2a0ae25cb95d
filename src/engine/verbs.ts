// Models: nothing of Kubernetes; the closed vocabulary of the trace.
// Simplified: —
// Not modelled: —

/** What can happen. Diagrams, lessons and checks name these; a new verb is a line here. */
export const verbs = [
  'kernel.stop',
  'cluster.boot',
  'command',
  'kubectl.print',
  'fault',
  // The API server, named after the request that it answers.
  'api.create',
  'api.get',
  'api.list',
  'api.watch',
  'api.update',
  'api.patch',
  'api.delete',
  'api.deletecollection',
  // Watches and caches, as the client sees them.
  'watch.deliver',
  'watch.close',
  'informer.sync',
  // Work queues and the syncs that they feed.
  'queue.add',
  'queue.wait',
  'queue.retry',
  'controller.sync',
  'sync.decide',
  'controller.done',
  'event.record',
  // Scheduler.
  'sched.queue',
  'sched.cycle',
  'sched.preFilter',
  'sched.filter',
  'sched.postFilter',
  'sched.score',
  'sched.assume',
  'sched.reserve',
  'sched.permit',
  'sched.bind',
  'sched.bound',
  'sched.forget',
  'sched.fail',
  // Kubelet and container runtime.
  'kubelet.sync',
  'kubelet.admit',
  'kubelet.evict',
  'kubelet.cgroup',
  'kubelet.mount',
  'kubelet.unmount',
  'kubelet.hook',
  'pleg.relist',
  'probe.result',
  'container.process',
  'cri.RunPodSandbox',
  'cri.StopPodSandbox',
  'cri.RemovePodSandbox',
  'cri.PodSandboxStatus',
  'cri.PullImage',
  'cri.ImageStatus',
  'cri.CreateContainer',
  'cri.StartContainer',
  'cri.StopContainer',
  'cri.RemoveContainer',
  'cri.ExecSync',
  'cri.reply',
  'cni.ADD',
  'cni.DEL',
] as const;

export type Verb = (typeof verbs)[number];
