// Models: k8s.io/kubectl pkg/cmd/set (set_image.go, set_env.go, set_resources.go, set_serviceaccount.go)
// Simplified: containers by name or `*`.
// Not modelled: values from ConfigMaps and Secrets, --list, selectors of Services, subjects of role bindings.
import { type KubeObject, parseQuantity, pathOf } from '../../engine/index';
import { equalJson } from '../../shared/json';
import {
  allFlag,
  type Call,
  type CommandDefinition,
  dryRunFlag,
  dryRunOf,
  dryRunQuery,
  fail,
  flag,
  outputFlag,
  selectorFlag,
} from '../line/command';
import { type Target, write } from '../line/resources';
import { overTargets, report } from './change';

interface Container {
  readonly name: string;
  readonly image?: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly resources?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface PodSpec {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
}

/** The spec of the Pods that an object makes, and how to wrap a patch of it. */
function podSpecOf({ kind, name, object }: Target): { spec: PodSpec; wrap: (spec: unknown) => unknown } {
  const { spec } = object as unknown as {
    spec?: PodSpec & { template?: { spec?: PodSpec }; jobTemplate?: { spec?: { template?: { spec?: PodSpec } } } };
  };
  if (spec?.jobTemplate)
    return {
      spec: spec.jobTemplate.spec?.template?.spec ?? {},
      wrap: (inner) => ({ spec: { jobTemplate: { spec: { template: { spec: inner } } } } }),
    };
  if (spec?.template)
    return { spec: spec.template.spec ?? {}, wrap: (inner) => ({ spec: { template: { spec: inner } } }) };
  if (spec?.containers) return { spec, wrap: (inner) => ({ spec: inner }) };
  return fail(
    `${kind.resource}/${name} the object is not a pod or does not have a pod template: ${kind.group}/${kind.version}, Kind=${kind.kind}`,
  );
}

/** Sends a patch of some containers; nothing is printed when nothing changed. */
function patchContainers(
  call: Call,
  target: Target,
  change: (container: Container) => Readonly<Record<string, unknown>> | undefined,
  done: string,
): void {
  const dry = dryRunOf(call.flags);
  const { spec, wrap } = podSpecOf(target);
  const inner: Record<string, unknown> = {};
  for (const list of ['containers', 'initContainers'] as const) {
    const containers = spec[list] ?? [];
    const changed = containers.flatMap((container) => {
      const patch = change(container);
      return patch === undefined ? [] : [{ name: container.name, ...patch }];
    });
    if (changed.length === 0) continue;
    inner[`$setElementOrder/${list}`] = containers.map(({ name }) => ({ name }));
    inner[list] = changed;
  }
  if (Object.keys(inner).length === 0) return;
  if (dry === 'client') {
    report(call, target, target.object, done);
    return;
  }
  const made = write(call, 'PATCH', pathOf(target.kind, target.namespace, target.name), wrap(inner), {
    contentType: 'application/strategic-merge-patch+json',
    query: { fieldManager: 'kubectl-set', ...dryRunQuery(dry) },
  });
  if (dry === undefined && unchanged(made, target.object) && !call.flags.has('output')) return;
  report(call, target, made, done);
}

const unchanged = (made: KubeObject, before: KubeObject): boolean =>
  made.metadata.resourceVersion === before.metadata.resourceVersion || equalJson(made, before);

const commonFlags = [selectorFlag, allFlag, dryRunFlag, outputFlag];

/** Arguments before and behind the first that looks like `a=b`. */
function splitArgs(args: readonly string[]): {
  resources: readonly string[];
  pairs: [string, string][];
  removed: string[];
} {
  const at = args.findIndex((arg, i) => i > 0 && (arg.includes('=') || /^[\w.-]+-$/.test(arg)));
  const pairs: [string, string][] = [];
  const removed: string[] = [];
  for (const arg of at < 0 ? [] : args.slice(at)) {
    const equals = arg.indexOf('=');
    if (equals > 0) pairs.push([arg.slice(0, equals), arg.slice(equals + 1)]);
    else if (arg.endsWith('-')) removed.push(arg.slice(0, -1));
    else fail(`all resources must be specified before image changes: ${arg}`);
  }
  return { resources: at < 0 ? args : args.slice(0, at), pairs, removed };
}

export const setImageCommand: CommandDefinition = {
  path: 'set image',
  use: 'kubectl set image (-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N',
  short: 'Update the image of a pod template',
  flags: commonFlags,
  run(call) {
    const { resources, pairs } = splitArgs(call.args);
    if (pairs.length === 0) fail('at least one image update is required');
    overTargets(call, resources, (target) => {
      const { spec } = podSpecOf(target);
      const names = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name);
      for (const [name] of pairs)
        if (name !== '*' && !names.includes(name)) fail(`unable to find container named ${JSON.stringify(name)}`);
      const image = (name: string) => pairs.filter(([key]) => key === name || key === '*').at(-1)?.[1];
      patchContainers(
        call,
        target,
        ({ name, image: now }) =>
          image(name) === undefined || image(name) === now ? undefined : { image: image(name) },
        'image updated',
      );
    });
  },
};

/** Whether `-c` chooses a container. */
function chosen(call: Call, name: string): boolean {
  const pattern = call.flags.text('containers') ?? '*';
  return pattern === '*' || pattern.split(',').includes(name);
}

const containersFlag = flag('text', 'containers', 'The names of containers in the selected pod templates to change', {
  short: 'c',
  byDefault: '*',
});

export const setEnvCommand: CommandDefinition = {
  path: 'set env',
  use: 'kubectl set env RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N [options]',
  short: 'Update environment variables on a pod template',
  flags: [
    ...commonFlags,
    containersFlag,
    flag('list', 'env', 'Specify a key-value pair for an environment variable to set into each container', {
      short: 'e',
    }),
  ],
  run(call) {
    const given = splitArgs(call.args);
    const pairs = [
      ...given.pairs,
      ...call.flags.list('env').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]),
    ];
    if (pairs.length + given.removed.length === 0) fail('at least one environment variable must be provided');
    overTargets(call, given.resources, (target) =>
      patchContainers(
        call,
        target,
        ({ name, env = [] }) => {
          if (!chosen(call, name)) return undefined;
          const sets = pairs
            .filter(([key, value]) => env.find((one) => one.name === key)?.value !== value)
            .map(([key, value]) => ({ name: key, value }));
          const deletes = given.removed
            .filter((key) => env.some((one) => one.name === key))
            .map((key) => ({ $patch: 'delete', name: key }));
          if (sets.length + deletes.length === 0) return undefined;
          const kept = env.map((one) => one.name).filter((key) => !given.removed.includes(key));
          const order = [...kept, ...sets.map((one) => one.name).filter((key) => !kept.includes(key))].map((key) => ({
            name: key,
          }));
          return { ...(env.length > 0 ? { '$setElementOrder/env': order } : {}), env: [...sets, ...deletes] };
        },
        'env updated',
      ),
    );
  },
};

function amountsOf(text: string | undefined, what: string): Readonly<Record<string, string>> | undefined {
  if (text === undefined || text === '') return undefined;
  return Object.fromEntries(
    text.split(',').map((pair): [string, string] => {
      const [name = '', amount] = pair.split('=', 2);
      if (amount === undefined) fail(`invalid argument syntax ${pair}, expected <resource>=<value>`);
      if (parseQuantity(amount).error !== undefined) fail(`${what}: ${parseQuantity(amount).error}`);
      return [name, amount];
    }),
  );
}

export const setResourcesCommand: CommandDefinition = {
  path: 'set resources',
  use: 'kubectl set resources (-f FILENAME | TYPE NAME) ([--limits=LIMITS & --requests=REQUESTS] [options]',
  short: 'Update resource requests/limits on objects with pod templates',
  flags: [
    ...commonFlags,
    containersFlag,
    flag('text', 'limits', 'The resource requirement limits for this container'),
    flag('text', 'requests', 'The resource requirement requests for this container'),
  ],
  run(call) {
    const limits = amountsOf(call.flags.text('limits'), 'limits');
    const requests = amountsOf(call.flags.text('requests'), 'requests');
    if (!limits && !requests)
      fail('you must specify an update to requests or limits (in the form of --requests/--limits)');
    overTargets(call, call.args, (target) =>
      patchContainers(
        call,
        target,
        ({ name }) =>
          chosen(call, name)
            ? { resources: { ...(limits ? { limits } : {}), ...(requests ? { requests } : {}) } }
            : undefined,
        'resource requirements updated',
      ),
    );
  },
};

export const setServiceAccountCommand: CommandDefinition = {
  path: 'set serviceaccount',
  use: 'kubectl set serviceaccount (-f FILENAME | TYPE NAME) SERVICE_ACCOUNT',
  short: 'Update the service account of a resource',
  flags: commonFlags,
  run(call) {
    const account = call.args.at(-1);
    if (account === undefined || call.args.length < 2) fail('serviceaccount is required');
    const dry = dryRunOf(call.flags);
    overTargets(call, call.args.slice(0, -1), (target) => {
      const { wrap } = podSpecOf(target);
      const made =
        dry === 'client'
          ? target.object
          : write(
              call,
              'PATCH',
              pathOf(target.kind, target.namespace, target.name),
              wrap({ serviceAccountName: account }),
              {
                contentType: 'application/strategic-merge-patch+json',
                query: { fieldManager: 'kubectl-set', ...dryRunQuery(dry) },
              },
            );
      report(call, target, made, 'serviceaccount updated');
    });
  },
};
