// Models: k8s.io/kubectl pkg/cmd (NewKubectlCommand): the commands, in the order of its help
// Simplified: —
// Not modelled: top, edit, port-forward, proxy, cp, debug, attach, kustomize, certificate, plugin, completion, alpha.
import type { CommandDefinition } from '../line/command';
import { authCanICommand, authWhoamiCommand } from './auth';
import { annotateCommand, autoscaleCommand, exposeCommand, labelCommand, patchCommand, scaleCommand } from './change';
import { createCommands, runCommand } from './create';
import { deleteCommand } from './delete';
import { describeCommand } from './describe';
import { drainCommand } from './drain';
import { execCommand } from './exec';
import { applyCommand, createFileCommand, diffCommand, replaceCommand, viewLastAppliedCommand } from './file';
import { getCommand } from './get';
import {
  apiResourcesCommand,
  apiVersionsCommand,
  clusterInfoCommand,
  currentContextCommand,
  eventsCommand,
  explainCommand,
  setContextCommand,
  versionCommand,
} from './info';
import { logsCommand } from './logs';
import { cordonCommand, taintCommand, uncordonCommand } from './nodes';
import {
  rolloutHistoryCommand,
  rolloutPauseCommand,
  rolloutRestartCommand,
  rolloutResumeCommand,
  rolloutStatusCommand,
  rolloutUndoCommand,
} from './rollout';
import { setEnvCommand, setImageCommand, setResourcesCommand, setServiceAccountCommand } from './set';
import { waitCommand } from './wait';

export const commands: readonly CommandDefinition[] = [
  createFileCommand,
  ...createCommands,
  exposeCommand,
  runCommand,
  setImageCommand,
  setEnvCommand,
  setResourcesCommand,
  setServiceAccountCommand,
  explainCommand,
  getCommand,
  deleteCommand,
  rolloutHistoryCommand,
  rolloutPauseCommand,
  rolloutRestartCommand,
  rolloutResumeCommand,
  rolloutStatusCommand,
  rolloutUndoCommand,
  scaleCommand,
  autoscaleCommand,
  clusterInfoCommand,
  cordonCommand,
  uncordonCommand,
  drainCommand,
  taintCommand,
  describeCommand,
  logsCommand,
  execCommand,
  authCanICommand,
  authWhoamiCommand,
  eventsCommand,
  diffCommand,
  applyCommand,
  viewLastAppliedCommand,
  patchCommand,
  replaceCommand,
  waitCommand,
  labelCommand,
  annotateCommand,
  apiResourcesCommand,
  apiVersionsCommand,
  setContextCommand,
  currentContextCommand,
  versionCommand,
];

/** Commands that only hold others, with what their help begins with. */
export const commandGroups: Readonly<Record<string, string>> = {
  set: 'Configure application resources.',
  rollout: 'Manage the rollout of one or many resources.',
  auth: 'Inspect authorization.',
  config: 'Modify kubeconfig files.',
  'create service': 'Create a service using a specified subcommand.',
  'create secret': 'Create a secret with specified type.',
};
