// Models: cmd/kube-scheduler: the process with the plugins that are compiled into it.
// Simplified: —
// Not modelled: —
import type { ProcessFactory } from '../engine-context';
import { installedPlugins } from './registry';
import { Scheduler } from './scheduler';

export const scheduler: ProcessFactory = (context) => new Scheduler(context, installedPlugins());
