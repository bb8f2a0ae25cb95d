// Models: k8s.io/kube-scheduler framework/interface.go Code, Status.
// Simplified: success is the absence of a Status; which plugin gave it is remembered by the framework, not in it.
// Not modelled: wrapped Go errors.

export type Code = 'Error' | 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Wait' | 'Skip' | 'Pending';

/** What a plugin answers when it does not simply agree. A plugin that answers often keeps one object for one answer. */
export interface Status {
  readonly code: Code;
  readonly reasons: readonly string[];
}

export function newStatus(code: Code, ...reasons: string[]): Status {
  return { code, reasons };
}

/** The skip that PreFilter and PreScore answer with: the plugin has nothing to say about this Pod. */
export const skip: Status = newStatus('Skip');

/** Rejected: the Pod cannot run there, or not yet; anything else that is no success is an error. */
export function isRejected(status: Status | undefined): boolean {
  const code = status?.code;
  return code === 'Unschedulable' || code === 'UnschedulableAndUnresolvable' || code === 'Pending';
}

/** Status.Message */
export function messageOf(status: Status | undefined): string {
  return status ? status.reasons.join(', ') : '';
}

/** AsStatus(fmt.Errorf("running … plugin …: …")) */
export function pluginFailed(point: string, plugin: string, status: Status): Status {
  return newStatus('Error', `running ${point} plugin ${JSON.stringify(plugin)}: ${messageOf(status)}`);
}
