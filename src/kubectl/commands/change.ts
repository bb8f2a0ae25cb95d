// Models: k8s.io/kubectl pkg/cmd/{scale,autoscale,label,annotate,patch,expose}
// Simplified: —
// Not modelled: files, --list, --resource-version, templates.
import { type KubeObject, pathOf } from '../../engine/index';
import { equalJson } from '../../shared/json';
import { goJson } from '../apply';
import {
  allFlag,
  allNamespacesFlag,
  type Call,
  type CommandDefinition,
  dryRunFlag,
  dryRunOf,
  dryRunQuery,
  dryRunSuffix,
  Failure,
  fail,
  flag,
  outputFlag,
  overwriteFlag,
  selectorFlag,
} from '../line/command';
import { formatOf, printObjects } from '../line/output';
import { getObject, needKind, type Target, targets, withKind, write } from '../line/resources';
import { resourceName } from '../wording';

/** Runs over what the arguments choose; refusals are said at the end. */
export function overTargets(call: Call, args: readonly string[], act: (target: Target) => void): void {
  const { found, failed } = targets(call, args);
  const errors = [...(failed?.errors ?? [])];
  for (const target of found) {
    try {
      act(target);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      errors.push(...error.errors);
    }
  }
  if (errors.length > 0) throw new Failure(errors);
}

/** One line about what was done, or the object when `-o` asks for it. */
export function report(
  call: Call,
  { kind, name }: Pick<Target, 'kind' | 'name'>,
  object: KubeObject,
  done: string,
): void {
  const output = call.flags.text('output');
  if (output === undefined) call.out(`${resourceName(kind, name)} ${done}${dryRunSuffix(dryRunOf(call.flags))}`);
  else
    for (const text of printObjects(formatOf(output), [{ kind, object: withKind(kind, object) }], true)) call.out(text);
}

const pathTo = ({ kind, namespace, name }: Target, subresource = '') => pathOf(kind, namespace, name, subresource);

export const scaleCommand: CommandDefinition = {
  path: 'scale',
  use: 'kubectl scale [--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME) [options]',
  short: 'Set a new size for a deployment, replica set, or replication controller',
  flags: [
    flag('count', 'replicas', 'The new desired number of replicas. Required'),
    flag('count', 'current-replicas', 'Precondition for current size', { byDefault: '-1' }),
    selectorFlag,
    allFlag,
    dryRunFlag,
    outputFlag,
  ],
  run(call) {
    const replicas = call.flags.number('replicas');
    if (replicas === undefined) fail('required flag(s) "replicas" not set');
    if (replicas < 0) fail('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0');
    const current = call.flags.number('current-replicas') ?? -1;
    const dry = dryRunOf(call.flags);
    overTargets(call, call.args, (target) => {
      const path = pathTo(target, 'scale');
      if (current >= 0) {
        const now = call.session.request({ method: 'GET', path, trusted: false });
        if (now.code >= 400) throw new Failure([{ status: now.body as never }]);
        const { spec } = now.body as { spec?: { replicas?: number } };
        if ((spec?.replicas ?? 0) !== current) fail(`Expected replicas to be ${current}, was ${spec?.replicas ?? 0}`);
      }
      if (dry !== 'client')
        write(
          call,
          'PATCH',
          path,
          { spec: { replicas } },
          { contentType: 'application/merge-patch+json', query: dryRunQuery(dry) },
        );
      report(call, target, target.object, 'scaled');
    });
  },
};

export const autoscaleCommand: CommandDefinition = {
  path: 'autoscale',
  use: 'kubectl autoscale (-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu=CPU] [options]',
  short: 'Auto-scale a deployment, replica set, stateful set, or replication controller',
  flags: [
    flag('count', 'max', 'The upper limit for the number of pods that can be set by the autoscaler. Required'),
    flag('count', 'min', 'The lower limit for the number of pods that can be set by the autoscaler'),
    flag('count', 'cpu-percent', 'The target average CPU utilization over all the pods, in percent of requested CPU'),
    flag('text', 'cpu', 'Target CPU utilization over all the pods, like 80% or 500m'),
    flag('text', 'name', 'The name for the newly created object'),
    dryRunFlag,
    outputFlag,
  ],
  run(call) {
    const max = call.flags.number('max');
    if (max === undefined) fail('required flag(s) "max" not set');
    if (max < 1) fail(`--max=MAXPODS must be at least 1, max: ${max}`);
    const min = call.flags.number('min');
    if (min !== undefined && max < min)
      fail(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`);
    const percent =
      call.flags.number('cpu-percent') ??
      (/^\d+%$/.test(call.flags.text('cpu') ?? '') ? Number.parseInt(call.flags.text('cpu') as string, 10) : undefined);
    const amount = percent === undefined ? call.flags.text('cpu') : undefined;
    const dry = dryRunOf(call.flags);
    const hpa = needKind('horizontalpodautoscalers');
    overTargets(call, call.args, ({ kind, name, namespace }) => {
      if (!kind.scale)
        fail(`cannot autoscale a ${resourceName(kind, name)}: the server could not find the requested resource`);
      const target =
        percent !== undefined
          ? { type: 'Utilization', averageUtilization: percent }
          : { type: 'AverageValue', averageValue: amount };
      const object = {
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: call.flags.text('name') ?? name },
        spec: {
          maxReplicas: max,
          ...(min === undefined || min < 1 ? {} : { minReplicas: min }),
          scaleTargetRef: {
            apiVersion: kind.group ? `${kind.group}/${kind.version}` : kind.version,
            kind: kind.kind,
            name,
          },
          ...(percent === undefined && amount === undefined
            ? {}
            : { metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }] }),
        },
      };
      const made =
        dry === 'client'
          ? (object as unknown as KubeObject)
          : write(call, 'POST', pathOf(hpa, namespace), object, {
              query: { fieldManager: 'kubectl-autoscale', ...dryRunQuery(dry) },
            });
      report(call, { kind: hpa, name: object.metadata.name }, made, 'autoscaled');
    });
  },
};

/** `a=b`, `c-` behind the resources. */
export function pairsOf(
  args: readonly string[],
  what: string,
): { resources: string[]; set: Record<string, string>; removed: string[] } {
  const first = args.findIndex((arg, i) => i > 0 && (/^[^=]+=/.test(arg) || /^[^=]+-$/.test(arg)));
  const resources = first < 0 ? [...args] : args.slice(0, first);
  const set: Record<string, string> = {};
  const removed: string[] = [];
  for (const arg of first < 0 ? [] : args.slice(first)) {
    const equals = arg.indexOf('=');
    if (equals > 0) set[arg.slice(0, equals)] = arg.slice(equals + 1);
    else if (arg.endsWith('-') && arg.length > 1) removed.push(arg.slice(0, -1));
    else fail(`unknown ${what} spec: ${arg}`);
  }
  const both = removed.find((key) => Object.hasOwn(set, key));
  if (both !== undefined)
    fail(`can not both modify and remove ${what === 'label' ? 'a label' : 'an annotation'} in the same command`);
  return { resources, set, removed };
}

function metadataCommand(
  path: 'label' | 'annotate',
  field: 'labels' | 'annotations',
  short: string,
): CommandDefinition {
  const what = path === 'label' ? 'label' : 'annotation';
  return {
    path,
    use: `kubectl ${path} [--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [options]`,
    short,
    flags: [overwriteFlag, allFlag, selectorFlag, allNamespacesFlag, dryRunFlag, outputFlag],
    run(call) {
      const { resources, set, removed } = pairsOf(call.args, what);
      if (Object.keys(set).length + removed.length === 0) fail(`at least one ${what} update is required`);
      const overwrite = call.flags.bool('overwrite');
      const dry = dryRunOf(call.flags);
      overTargets(call, resources, (target) => {
        const before: Readonly<Record<string, string>> = target.object.metadata[field] ?? {};
        const taken = overwrite
          ? []
          : Object.keys(set).filter((key) => Object.hasOwn(before, key) && before[key] !== set[key]);
        if (taken.length > 0) {
          const words = taken.map((key) => `'${key}' already has a value (${before[key]})`).join('; ');
          fail(
            path === 'label'
              ? `${words}, and --overwrite is false`
              : `--overwrite is false but found the following declared annotation(s): ${words}`,
          );
        }
        const missing = removed.filter((key) => !Object.hasOwn(before, key));
        for (const key of missing) call.out(`${what} ${JSON.stringify(key)} not found.`);
        const gone = removed.filter((key) => Object.hasOwn(before, key));
        const after = Object.fromEntries(
          [...Object.entries({ ...before, ...set })].filter(([key]) => !gone.includes(key)),
        );
        const changed = !equalJson(before, after);
        let made = target.object;
        if (changed && dry !== 'client') {
          const body = { metadata: { [field]: { ...set, ...Object.fromEntries(gone.map((key) => [key, null])) } } };
          made = write(call, 'PATCH', pathTo(target), body, {
            contentType: 'application/merge-patch+json',
            query: { fieldManager: `kubectl-${path}`, ...dryRunQuery(dry) },
          });
        }
        const shorter = goJson(after).length < goJson(before).length;
        const done =
          path === 'annotate'
            ? 'annotated'
            : !changed
              ? 'not labeled'
              : shorter && !overwrite
                ? 'unlabeled'
                : 'labeled';
        report(call, target, made, done);
      });
    },
  };
}

export const labelCommand = metadataCommand('label', 'labels', 'Update the labels on a resource');
export const annotateCommand = metadataCommand('annotate', 'annotations', 'Update the annotations on a resource');

const patchTypes: Readonly<Record<string, string>> = {
  strategic: 'application/strategic-merge-patch+json',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
};

export const patchCommand: CommandDefinition = {
  path: 'patch',
  use: 'kubectl patch (-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE] [options]',
  short: 'Update fields of a resource',
  flags: [
    flag('text', 'patch', 'The patch to be applied to the resource JSON file', { short: 'p' }),
    flag('text', 'type', 'The type of patch being provided; one of [json merge strategic]', { byDefault: 'strategic' }),
    flag('text', 'subresource', 'If specified, patch will operate on the subresource of the requested object'),
    dryRunFlag,
    outputFlag,
  ],
  run(call) {
    const type = (call.flags.text('type') ?? 'strategic').toLowerCase();
    const contentType = patchTypes[type];
    if (!Object.hasOwn(patchTypes, type) || contentType === undefined)
      fail(`--type must be one of [json merge strategic], not ${JSON.stringify(call.flags.text('type'))}`);
    const text = call.flags.text('patch') ?? '';
    if (text === '') fail('must specify --patch or --patch-file containing the contents of the patch');
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      fail(`unable to parse ${JSON.stringify(text)}: the patch must be JSON here`);
    }
    const dry = dryRunOf(call.flags);
    const sub = call.flags.text('subresource') ?? '';
    const { found, failed } = targets(call, call.args, { subresource: sub });
    if (failed) throw failed;
    for (const target of found) {
      if (dry === 'client') {
        report(call, target, target.object, 'patched');
        continue;
      }
      const made = write(call, 'PATCH', pathTo(target, sub), body, {
        contentType,
        query: { fieldManager: 'kubectl-patch', ...dryRunQuery(dry) },
      });
      const { resourceVersion } = made.metadata;
      const done =
        resourceVersion !== undefined && resourceVersion === target.object.metadata.resourceVersion
          ? 'patched (no change)'
          : 'patched';
      if (sub === 'scale' && !call.flags.has('output')) call.out(`scale.autoscaling/${target.name} ${done}`);
      else report(call, target, made, done);
    }
  },
};

interface WithPorts {
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>;
    readonly containers?: Containers;
    readonly ports?: readonly { readonly port: number; readonly protocol?: string }[];
    readonly template?: {
      readonly metadata?: { labels?: Readonly<Record<string, string>> };
      readonly spec?: { readonly containers?: Containers };
    };
  };
}

type Containers = readonly {
  readonly ports?: readonly { readonly containerPort: number; readonly protocol?: string }[];
}[];

/** What a Service in front of an object selects. */
function selectorFor({ kind, object }: Target): Readonly<Record<string, string>> {
  const { spec } = object as unknown as WithPorts;
  if (kind.resource === 'pods') {
    const labels = object.metadata.labels ?? {};
    if (Object.keys(labels).length === 0)
      fail(
        "couldn't retrieve selectors via --selector flag or introspection: the pod has no labels and cannot be exposed",
      );
    return labels;
  }
  if (kind.resource === 'services' || kind.resource === 'replicationcontrollers')
    return (spec?.selector ?? {}) as Readonly<Record<string, string>>;
  if (spec?.selector?.matchLabels) return spec.selector.matchLabels;
  return fail(`cannot expose a ${kind.kind}${kind.group ? `.${kind.group}` : ''}`);
}

export const exposeCommand: CommandDefinition = {
  path: 'expose',
  use: 'kubectl expose (-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--type=type] [options]',
  short: 'Take a replication controller, service, deployment or pod and expose it as a new Kubernetes service',
  flags: [
    flag('text', 'port', 'The port that the service should serve on'),
    flag(
      'text',
      'target-port',
      'Name or number for the port on the container that the service should direct traffic to',
    ),
    flag('text', 'protocol', 'The network protocol for the service to be created'),
    flag('text', 'name', 'The name for the newly created object'),
    flag('text', 'type', 'Type for this service: ClusterIP, NodePort, LoadBalancer, or ExternalName'),
    flag('text', 'cluster-ip', 'ClusterIP to be assigned to the service'),
    flag('text', 'selector', 'A label selector to use for this service'),
    dryRunFlag,
    outputFlag,
  ],
  run(call) {
    const service = needKind('services');
    const dry = dryRunOf(call.flags);
    const [first = '', second] = call.args;
    const [type = '', name = ''] = first.includes('/') ? first.split('/') : [first, second ?? ''];
    if (!type)
      fail(
        "You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'",
      );
    if (!name) fail('resource(s) were provided, but no name was specified');
    const kind = needKind(type);
    const object = getObject(call, kind, name);
    const target: Target = { kind, name, namespace: call.namespace, object };
    const given = call.flags.text('selector');
    const selector = given
      ? Object.fromEntries(given.split(',').map((pair) => pair.split('=', 2) as [string, string]))
      : selectorFor(target);
    const { spec } = object as unknown as WithPorts;
    const containers = spec?.template?.spec?.containers ?? spec?.containers ?? [];
    const found = containers.flatMap(({ ports = [] }) =>
      ports.map(({ containerPort, protocol }) => ({ port: containerPort, protocol })),
    );
    const known = kind.resource === 'services' ? (spec?.ports ?? []) : found;
    const port = call.flags.text('port');
    if (port === undefined && known.length === 0)
      fail("couldn't find port via --port flag or introspection\nSee 'kubectl expose -h' for help and examples");
    const numbers = port === undefined ? known.map((each) => each.port) : port.split(',').map(Number);
    const targetPort = call.flags.text('target-port');
    const ports = numbers.map((number, i) => {
      const protocol = call.flags.text('protocol') ?? known.find((each) => each.port === number)?.protocol ?? 'TCP';
      const to = targetPort === undefined ? number : /^\d+$/.test(targetPort) ? Number(targetPort) : targetPort;
      return { ...(numbers.length > 1 ? { name: `port-${i + 1}` } : {}), port: number, protocol, targetPort: to };
    });
    const serviceName = call.flags.text('name') ?? name;
    const serviceType = call.flags.text('type');
    const clusterIP = call.flags.text('cluster-ip');
    const body = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: serviceName, ...(object.metadata.labels ? { labels: object.metadata.labels } : {}) },
      spec: { ports, selector, ...(serviceType ? { type: serviceType } : {}), ...(clusterIP ? { clusterIP } : {}) },
    };
    const made =
      dry === 'client'
        ? (body as unknown as KubeObject)
        : write(call, 'POST', pathOf(service, call.namespace), body, {
            query: { fieldManager: 'kubectl-expose', ...dryRunQuery(dry) },
          });
    report(call, { kind: service, name: serviceName }, made, 'exposed');
  },
};
