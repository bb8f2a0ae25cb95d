// Models: k8s.io/kubectl pkg/cmd/delete, pkg/cmd/wait (IsDeleted)
// Simplified: —
// Not modelled: --raw, --interactive, --field-selector.
import { type KindDefinition, type KubeObject, pathOf, type Status } from '../../engine/index';
import {
  allFlag,
  allNamespacesFlag,
  type Call,
  type CommandDefinition,
  dryRunFlag,
  dryRunOf,
  dryRunSuffix,
  type Ended,
  Failure,
  fail,
  filenameFlag,
  flag,
  outputFlag,
  type Step,
  selectorFlag,
} from '../line/command';
import { choose, kindNamed, listObjects, where } from '../line/resources';
import { kindText } from '../wording';
import { deleteFile } from './file';

interface Gone {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly stream?: string;
}

interface DeleteState {
  readonly pending: readonly Gone[];
}

const policies: Readonly<Record<string, string>> = {
  background: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
  true: 'Background',
  false: 'Orphan',
};

/** Asks for each object until it is gone; what stays is watched. */
function waitFor(call: Call, gone: readonly (Gone & { readonly kind: KindDefinition })[]): Ended {
  const pending: Gone[] = [];
  for (const { kind, resource, namespace, name } of gone) {
    const answer = call.session.request({ method: 'GET', path: pathOf(kind, namespace, name), trusted: false });
    if (answer.code === 404) continue;
    if (answer.code >= 400) throw new Failure([{ status: answer.body as Status }]);
    const { resourceVersion = '' } = (answer.body as KubeObject).metadata;
    const stream = call.watch(kind, namespace, {
      fieldSelector: `metadata.name=${name}`,
      resourceVersion,
      watch: 'true',
    });
    pending.push({ resource, namespace, name, stream });
  }
  if (pending.length === 0) return 0;
  const timeout = call.flags.duration('timeout') ?? 0;
  if (timeout > 0) call.timer(timeout, 'timeout');
  const state: DeleteState = { pending };
  return { state };
}

export const deleteCommand: CommandDefinition = {
  path: 'delete',
  use: 'kubectl delete ([-f FILENAME] | TYPE [(NAME | -l label | --all)]) [options]',
  short: 'Delete resources by file names, stdin, resources and names, or by resources and label selector',
  flags: [
    filenameFlag,
    selectorFlag,
    allFlag,
    allNamespacesFlag,
    dryRunFlag,
    outputFlag,
    flag('text', 'cascade', 'Must be "background", "orphan", or "foreground"', {
      byDefault: 'background',
      bare: 'background',
    }),
    flag('bool', 'force', 'If true, immediately remove resources from API and bypass graceful deletion'),
    flag('count', 'grace-period', 'Period of time in seconds given to the resource to terminate gracefully', {
      byDefault: '-1',
    }),
    flag('bool', 'now', 'If true, resources are signaled for immediate shutdown (same as --grace-period=1)'),
    flag('bool', 'wait', 'If true, wait for resources to be gone before returning', { byDefault: 'true' }),
    flag('bool', 'ignore-not-found', 'Treat "resource not found" as a successful delete'),
    flag('duration', 'timeout', 'The length of time to wait before giving up on a delete', { byDefault: '0s' }),
  ],
  run(call) {
    const { flags } = call;
    const dry = dryRunOf(flags);
    const gone: (Gone & { kind: KindDefinition })[] = [];
    const cascade = policies[flags.text('cascade') ?? 'background'];
    if (cascade === undefined)
      fail(`invalid cascade value (${flags.text('cascade')}). Must be "background", "foreground", or "orphan"`);
    let grace = flags.number('grace-period') ?? -1;
    const force = flags.bool('force');
    if (flags.bool('now')) {
      if (grace !== -1) fail('--now and --grace-period cannot be specified together');
      grace = 1;
    }
    if (grace === 0 && !force) grace = 1;
    if (force && grace < 0) grace = 0;
    if (force) {
      if (grace > 0) fail('--force and --grace-period greater than 0 cannot be specified together');
      call.err(
        'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.',
      );
    }
    if (flags.has('filename')) {
      deleteFile(call, ({ kind, namespace, name }) => gone.push({ kind, resource: kind.resource, namespace, name }));
    } else {
      if (call.args.length === 0)
        fail(
          "You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'",
        );
      gone.push(...deleteChosen(call, { cascade, grace, dry, force }));
    }
    if (dry !== undefined || !flags.bool('wait', true)) return 0;
    return waitFor(call, gone);
  },
  step(_call, { pending }: DeleteState, happened: Step) {
    if (happened.sort === 'timer') {
      const [first] = pending;
      const kind = first && kindNamed(first.resource);
      fail(`timed out waiting for the condition on ${kind?.resource ?? ''}/${first?.name ?? ''}`);
    }
    const left = happened.type === 'DELETED' ? pending.filter(({ stream }) => stream !== happened.stream) : pending;
    const state: DeleteState = { pending: left };
    return left.length === 0 ? 0 : { state };
  },
};

interface How {
  readonly cascade: string;
  readonly grace: number;
  readonly dry: 'client' | 'server' | undefined;
  readonly force: boolean;
}

function deleteChosen(call: Call, how: How): (Gone & { kind: KindDefinition })[] {
  const { flags } = call;
  const found: (Gone & { kind: KindDefinition })[] = [];
  const everywhere = flags.bool('all-namespaces');
  const labelSelector = flags.text('selector');
  for (const { kind, name } of choose(call.args)) {
    if (name !== undefined) {
      if (labelSelector !== undefined) fail('name cannot be provided when a selector is specified');
      found.push({ kind, resource: kind.resource, namespace: where(kind, call.namespace), name });
      continue;
    }
    if (labelSelector === undefined && !flags.bool('all')) fail('resource(s) were provided, but no name was specified');
    const query = labelSelector === undefined ? {} : { labelSelector };
    for (const { metadata } of listObjects(call, kind, everywhere ? '' : call.namespace, query))
      found.push({ kind, resource: kind.resource, namespace: metadata.namespace ?? '', name: metadata.name ?? '' });
  }
  if (found.length === 0) call.out('No resources found');
  const errors: Failure['errors'][number][] = [];
  const gone: (Gone & { kind: KindDefinition })[] = [];
  for (const one of found) {
    const { kind, namespace, name } = one;
    if (how.dry !== 'client') {
      const body = {
        ...(how.grace >= 0 ? { gracePeriodSeconds: how.grace } : {}),
        propagationPolicy: how.cascade,
        ...(how.dry === 'server' ? { dryRun: ['All'] } : {}),
      };
      const query = how.dry === 'server' ? { dryRun: 'All' } : {};
      const answer = call.session.request({
        method: 'DELETE',
        path: pathOf(kind, namespace, name),
        body,
        query,
        trusted: false,
      });
      if (answer.code >= 400) {
        const status = answer.body as Status;
        if (!(flags.bool('ignore-not-found') && status.reason === 'NotFound')) errors.push({ status });
        continue;
      }
    }
    const operation = `${how.grace === 0 ? 'force ' : ''}deleted${dryRunSuffix(how.dry)}`;
    if (flags.text('output') === 'name') call.out(`${kindText(kind)}/${name}`);
    else
      call.out(
        `${kindText(kind)} ${JSON.stringify(name)} ${operation}${kind.namespaced ? ` from ${namespace} namespace` : ''}`,
      );
    gone.push(one);
  }
  if (errors.length > 0) throw new Failure(errors);
  return gone;
}
