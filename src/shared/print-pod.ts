// Models: pkg/printers/internalversion printPod: what READY, STATUS and RESTARTS of a Pod say in a table
// Simplified: —
// Not modelled: the other columns.
/** What is read of a Pod: the engine's and the page's are both such. */
interface PrintedPod {
  readonly metadata: { readonly deletionTimestamp?: string | undefined };
  readonly spec?:
    | {
        readonly containers: readonly unknown[];
        readonly initContainers?:
          | readonly { readonly name: string; readonly restartPolicy?: string | undefined }[]
          | undefined;
      }
    | undefined;
  readonly status?:
    | {
        readonly phase?: string | undefined;
        readonly reason?: string | undefined;
        readonly conditions?:
          | readonly { readonly type: string; readonly status: string; readonly reason?: string | undefined }[]
          | undefined;
        readonly initContainerStatuses?: readonly PrintedContainer[] | undefined;
        readonly containerStatuses?: readonly PrintedContainer[] | undefined;
      }
    | undefined;
}

interface PrintedContainer {
  readonly name: string;
  readonly ready: boolean;
  readonly started?: boolean | undefined;
  readonly restartCount: number;
  readonly state?:
    | {
        readonly running?: unknown;
        readonly waiting?: { readonly reason?: string | undefined } | undefined;
        readonly terminated?:
          | {
              readonly exitCode: number;
              readonly signal?: number | undefined;
              readonly reason?: string | undefined;
            }
          | undefined;
      }
    | undefined;
}

export interface PodColumns {
  /** `1/2` */
  readonly ready: string;
  /** `Running`, `Init:0/1`, `CrashLoopBackOff`, `Terminating` … */
  readonly status: string;
  readonly restarts: number;
}

function endText(status: PrintedContainer): string {
  const end = status.state?.terminated;
  if (end?.reason) return end.reason;
  return end?.signal ? `Signal:${end.signal}` : `ExitCode:${end?.exitCode ?? 0}`;
}

/** What of an init container keeps the Pod from being initialised; `undefined` when it is done or is a started sidecar. */
function initText(status: PrintedContainer, index: number, count: number, sidecar: boolean): string | undefined {
  const { terminated, waiting } = status.state ?? {};
  if (terminated && terminated.exitCode === 0) return undefined;
  if (sidecar && status.started) return undefined;
  if (terminated) return `Init:${endText(status)}`;
  if (waiting?.reason && waiting.reason !== 'PodInitializing') return `Init:${waiting.reason}`;
  return `Init:${index}/${count}`;
}

export function podColumns(pod: PrintedPod): PodColumns {
  const status = pod.status ?? {};
  const init = pod.spec?.initContainers ?? [];
  const sidecars = new Set(
    init.filter((container) => container.restartPolicy === 'Always').map((container) => container.name),
  );
  const conditions = status.conditions ?? [];
  let text = status.reason || status.phase || '';
  if (conditions.some((c) => c.type === 'PodScheduled' && c.reason === 'SchedulingGated')) text = 'SchedulingGated';
  let ready = 0;
  let initRestarts = 0;
  let sidecarRestarts = 0;
  let initializing = false;
  for (const [index, container] of (status.initContainerStatuses ?? []).entries()) {
    initRestarts += container.restartCount;
    if (sidecars.has(container.name)) sidecarRestarts += container.restartCount;
    const problem = initText(container, index, init.length, sidecars.has(container.name));
    if (problem === undefined) {
      if (sidecars.has(container.name) && container.ready) ready++;
      continue;
    }
    text = problem;
    initializing = true;
    break;
  }
  let restarts = initRestarts;
  if (!initializing || conditions.some((c) => c.type === 'Initialized' && c.status === 'True')) {
    restarts = sidecarRestarts;
    let running = false;
    for (const container of [...(status.containerStatuses ?? [])].reverse()) {
      restarts += container.restartCount;
      if (container.state?.waiting?.reason) text = container.state.waiting.reason;
      else if (container.state?.terminated) text = endText(container);
      else if (container.ready && container.state?.running) {
        running = true;
        ready++;
      }
    }
    if (text === 'Completed' && running) {
      text = conditions.some((c) => c.type === 'Ready' && c.status === 'True') ? 'Running' : 'NotReady';
    }
  }
  if (pod.metadata.deletionTimestamp) {
    if (status.reason === 'NodeLost') text = 'Unknown';
    else if (status.phase !== 'Succeeded' && status.phase !== 'Failed') text = 'Terminating';
  }
  return { ready: `${ready}/${(pod.spec?.containers.length ?? 0) + sidecars.size}`, status: text, restarts };
}
