// Models: pkg/kubelet/lifecycle/handlers.go handlerRunner.Run: postStart and preStop hooks
// Simplified: a hook takes the time that its command line tells, an HTTP hook a few milliseconds.
// Not modelled: what a hook does to the program.
import type { Container, LifecycleHandler, Pod } from '../api/types';
import { type HookSetting, readAnnotations } from '../workloads/annotations';
import { runCommand } from '../workloads/program';

export interface HookOutcome {
  /** Microseconds; infinite when it never ends. */
  readonly takesMicros: number;
  readonly failed: boolean;
}

const requestMicros = 5_000;

function ofHandler(handler: LifecycleHandler): HookOutcome {
  if (handler.sleep) return { takesMicros: handler.sleep.seconds * 1e6, failed: false };
  if (!handler.exec) return { takesMicros: requestMicros, failed: false };
  const program = runCommand(handler.exec.command ?? []);
  // A program that is not known is a short one: hooks tell a server to drain.
  if (program.server) return { takesMicros: 100_000, failed: false };
  return { takesMicros: program.endsAtMicros ?? Number.POSITIVE_INFINITY, failed: program.code !== 0 };
}

/** How a hook of a container goes; `undefined` when it has none. */
export function hookOutcome(pod: Pod, container: Container, hook: 'postStart' | 'preStop'): HookOutcome | undefined {
  const handler = container.lifecycle?.[hook];
  if (!handler) return undefined;
  const isApp = pod.spec?.containers.some((candidate) => candidate.name === container.name) === true;
  const setting: HookSetting | undefined = readAnnotations(pod.metadata.annotations, container.name, isApp).settings[
    hook
  ];
  if (setting === 'fails') return { takesMicros: requestMicros, failed: true };
  return setting ? { takesMicros: setting.takesMicros, failed: false } : ofHandler(handler);
}
