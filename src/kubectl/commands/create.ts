// Models: k8s.io/kubectl pkg/cmd/create (create_deployment.go and its like), pkg/cmd/run
// Simplified: objects are written as JSON.
// Not modelled: files and env files of ConfigMaps and Secrets, tokens, TLS secrets.
import { type KubeObject, pathOf, type Status } from '../../engine/index';
import {
  type Call,
  type CommandDefinition,
  dryRunFlag,
  dryRunOf,
  dryRunQuery,
  Failure,
  fail,
  flag,
  outputFlag,
} from '../line/command';
import type { FlagDefinition } from '../line/flags';
import { kindNamed, needKind, where, write } from '../line/resources';
import { report } from './change';

type Body = Readonly<Record<string, unknown>>;

interface Generator {
  readonly path: string;
  readonly resource: string;
  readonly use: string;
  readonly short: string;
  readonly flags: readonly FlagDefinition[];
  /** Its complaint begins with `failed to create …:` instead of the server's words. */
  readonly failure?: string;
  body(call: Call, name: string): Body;
}

/** kubectl's Go types print members that they do not leave out. */
const base = (apiVersion: string, kind: string, name: string, rest: Body): Body => ({
  apiVersion,
  kind,
  metadata: { name },
  ...rest,
});

function nameOf(call: Call): string {
  const [name, ...more] = call.dashAt >= 0 ? call.args.slice(0, call.dashAt) : call.args;
  if (name === undefined || more.length > 0)
    fail(
      `exactly one NAME is required, got ${name === undefined ? 0 : more.length + 1}\nSee 'kubectl ${call.path} -h' for help and examples`,
    );
  return name;
}

const commandOf = (call: Call): readonly string[] => (call.dashAt >= 0 ? call.args.slice(call.dashAt) : []);

function pairs(call: Call, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    call.flags.list(name).map((pair) => {
      const equals = pair.indexOf('=');
      if (equals <= 0) fail(`invalid literal source ${pair}, expected key=value`);
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A text's UTF-8 in base64. */
function base64(text: string): string {
  const bytes: number[] = [];
  for (const [, escaped, plain] of encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd')).matchAll(
    /%(..)|(.)/g,
  ))
    bytes.push(escaped === undefined ? (plain as string).charCodeAt(0) : Number.parseInt(escaped, 16));
  let encoded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.slice(at, at + 3);
    const left = bytes.length - at;
    encoded += `${letters[one >> 2]}${letters[((one & 3) << 4) | (two >> 4)]}`;
    encoded += left > 1 ? letters[((two & 15) << 2) | (three >> 6)] : '=';
    encoded += left > 2 ? letters[three & 63] : '=';
  }
  return encoded;
}

/** `nginx:1.29` → `nginx` */
export function containerName(image: string): string {
  const last = image.split('/').at(-1) ?? image;
  return (last.split(/[:@]/)[0] ?? last).replace(/[^a-z0-9-]/gi, '-').toLowerCase();
}

function needText(call: Call, name: string): string {
  return call.flags.text(name) || fail(`required flag(s) "${name}" not set`);
}

const imageFlag = flag(
  'list',
  'image',
  'Image name to run. A deployment can have multiple images set for multi-container pod',
);

const generators: readonly Generator[] = [
  {
    path: 'create namespace',
    resource: 'namespaces',
    use: 'kubectl create namespace NAME [--dry-run=server|client|none]',
    short: 'Create a namespace with the specified name',
    flags: [],
    body: (_call, name) => base('v1', 'Namespace', name, { spec: {}, status: {} }),
  },
  {
    path: 'create deployment',
    resource: 'deployments',
    use: 'kubectl create deployment NAME --image=image -- [COMMAND] [args...]',
    short: 'Create a deployment with the specified name',
    failure: 'deployment',
    flags: [
      imageFlag,
      flag('count', 'replicas', 'Number of replicas to create', { short: 'r', byDefault: '1' }),
      flag('count', 'port', 'The containerPort that this deployment exposes', { byDefault: '-1' }),
    ],
    body(call, name) {
      const images = call.flags.list('image').flatMap((text) => text.split(','));
      if (images.length === 0) fail('required flag(s) "image" not set');
      const command = commandOf(call);
      if (images.length > 1 && command.length > 0) fail('cannot specify multiple --image options and command');
      const port = call.flags.number('port') ?? -1;
      const containers = images.map((image, i) => ({
        name:
          images.findIndex((other) => containerName(other) === containerName(image)) === i
            ? containerName(image)
            : `${containerName(image)}-${i}`,
        image,
        resources: {},
        ...(command.length > 0 ? { command } : {}),
        ...(port > 0 ? { ports: [{ containerPort: port }] } : {}),
      }));
      const labels = { app: name };
      return {
        ...base('apps/v1', 'Deployment', name, {
          spec: {
            replicas: call.flags.number('replicas') ?? 1,
            selector: { matchLabels: labels },
            strategy: {},
            template: { metadata: { labels }, spec: { containers } },
          },
          status: {},
        }),
        metadata: { name, labels },
      };
    },
  },
  {
    path: 'create configmap',
    resource: 'configmaps',
    use: 'kubectl create configmap NAME [--from-literal=key1=value1] [--dry-run=server|client|none]',
    short: 'Create a config map from a local file, directory or literal value',
    failure: 'configmap',
    flags: [
      flag('list', 'from-literal', 'Specify a key and literal value to insert in configmap (i.e. mykey=somevalue)'),
    ],
    body(call, name) {
      const data = pairs(call, 'from-literal');
      return base('v1', 'ConfigMap', name, Object.keys(data).length > 0 ? { data } : {});
    },
  },
  {
    path: 'create secret generic',
    resource: 'secrets',
    use: 'kubectl create secret generic NAME [--type=string] [--from-literal=key1=value1] [--dry-run=server|client|none]',
    short: 'Create a secret from a local file, directory, or literal value',
    failure: 'secret',
    flags: [
      flag('list', 'from-literal', 'Specify a key and literal value to insert in secret (i.e. mykey=somevalue)'),
      flag('text', 'type', 'The type of secret to create'),
    ],
    body(call, name) {
      const data = Object.fromEntries(
        Object.entries(pairs(call, 'from-literal')).map(([key, value]) => [key, base64(value)]),
      );
      const type = call.flags.text('type');
      return base('v1', 'Secret', name, {
        ...(Object.keys(data).length > 0 ? { data } : {}),
        ...(type ? { type } : {}),
      });
    },
  },
  {
    path: 'create serviceaccount',
    resource: 'serviceaccounts',
    use: 'kubectl create serviceaccount NAME [--dry-run=server|client|none]',
    short: 'Create a service account with the specified name',
    failure: 'serviceaccount',
    flags: [],
    body: (_call, name) => base('v1', 'ServiceAccount', name, {}),
  },
  ...(['clusterip', 'nodeport', 'loadbalancer'] as const).map(
    (sort): Generator => ({
      path: `create service ${sort}`,
      resource: 'services',
      use: `kubectl create service ${sort} NAME [--tcp=<port>:<targetPort>] [--dry-run=server|client|none]`,
      short: `Create a ${{ clusterip: 'ClusterIP', nodeport: 'NodePort', loadbalancer: 'LoadBalancer' }[sort]} service`,
      failure: `${{ clusterip: 'ClusterIP', nodeport: 'NodePort', loadbalancer: 'LoadBalancer' }[sort]} service`,
      flags: [
        flag('list', 'tcp', "Port pairs can be specified as '<port>:<targetPort>'"),
        flag('text', 'clusterip', "Assign your own ClusterIP or set to 'None' for a 'headless' service"),
        flag('count', 'node-port', 'Port used to expose the service on each node in a cluster'),
      ],
      body(call, name) {
        const given = call.flags.list('tcp').flatMap((text) => text.split(','));
        const clusterIP = call.flags.text('clusterip');
        if (given.length === 0 && clusterIP !== 'None') fail('at least one tcp port specifier must be provided');
        const nodePort = call.flags.number('node-port');
        const ports = given.map((text) => {
          const [port = '', target = port] = text.split(':');
          if (!/^\d+$/.test(port)) fail(`unable to parse tcp port: ${port}`);
          return {
            name: text.replace(':', '-'),
            port: Number(port),
            protocol: 'TCP',
            targetPort: /^\d+$/.test(target) ? Number(target) : target,
            ...(nodePort ? { nodePort } : {}),
          };
        });
        const type = { clusterip: 'ClusterIP', nodeport: 'NodePort', loadbalancer: 'LoadBalancer' }[sort];
        const labels = { app: name };
        return {
          ...base('v1', 'Service', name, {
            spec: { ...(clusterIP ? { clusterIP } : {}), ports, selector: labels, type },
            status: { loadBalancer: {} },
          }),
          metadata: { name, labels },
        };
      },
    }),
  ),
  {
    path: 'create job',
    resource: 'jobs',
    use: 'kubectl create job NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]',
    short: 'Create a job with the specified name',
    failure: 'job',
    flags: [
      flag('text', 'image', 'Image name to run'),
      flag('text', 'from', 'The name of the resource to create a Job from (only cronjob is supported)'),
    ],
    body(call, name) {
      const from = call.flags.text('from');
      if (from !== undefined) return jobFrom(call, name, from);
      const image = call.flags.text('image') ?? fail('either --image or --from must be specified');
      const command = commandOf(call);
      return base('batch/v1', 'Job', name, {
        spec: {
          template: {
            metadata: {},
            spec: {
              containers: [{ name, image, resources: {}, ...(command.length > 0 ? { command } : {}) }],
              restartPolicy: 'Never',
            },
          },
        },
        status: {},
      });
    },
  },
  {
    path: 'create cronjob',
    resource: 'cronjobs',
    use: "kubectl create cronjob NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...]",
    short: 'Create a cron job with the specified name',
    failure: 'cronjob',
    flags: [
      flag('text', 'image', 'Image name to run'),
      flag('text', 'schedule', 'A schedule in the Cron format the job should be run with'),
      flag('text', 'restart', "job's restart policy. supported values: OnFailure, Never"),
    ],
    body(call, name) {
      const command = commandOf(call);
      const container = {
        name,
        image: needText(call, 'image'),
        resources: {},
        ...(command.length > 0 ? { command } : {}),
      };
      const spec = { containers: [container], restartPolicy: call.flags.text('restart') ?? 'OnFailure' };
      return base('batch/v1', 'CronJob', name, {
        spec: {
          jobTemplate: { metadata: { name }, spec: { template: { metadata: {}, spec } } },
          schedule: needText(call, 'schedule'),
        },
        status: {},
      });
    },
  },
  {
    path: 'create quota',
    resource: 'resourcequotas',
    use: 'kubectl create quota NAME [--hard=key1=value1,key2=value2] [--dry-run=server|client|none]',
    short: 'Create a quota with the specified name',
    failure: 'quota',
    flags: [flag('text', 'hard', 'A comma-delimited set of resource=quantity pairs that define a hard limit')],
    body(call, name) {
      const hard = Object.fromEntries(
        (call.flags.text('hard') ?? '')
          .split(',')
          .filter(Boolean)
          .map((pair) => pair.split('=', 2) as [string, string]),
      );
      return base('v1', 'ResourceQuota', name, { spec: Object.keys(hard).length > 0 ? { hard } : {}, status: {} });
    },
  },
  {
    path: 'create poddisruptionbudget',
    resource: 'poddisruptionbudgets',
    use: 'kubectl create poddisruptionbudget NAME --selector=SELECTOR --min-available=N [--dry-run=server|client|none]',
    short: 'Create a pod disruption budget with the specified name',
    failure: 'poddisruptionbudgets',
    flags: [
      flag('text', 'selector', 'A label selector to use for this budget'),
      flag('text', 'min-available', 'The minimum number or percentage of available pods this budget requires'),
      flag('text', 'max-unavailable', 'The maximum number or percentage of unavailable pods this budget requires'),
    ],
    body(call, name) {
      const value = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);
      const min = call.flags.text('min-available');
      const max = call.flags.text('max-unavailable');
      if (min === undefined && max === undefined) fail('one of min-available or max-unavailable must be specified');
      if (min !== undefined && max !== undefined) fail('min-available and max-unavailable cannot be both specified');
      const matchLabels = Object.fromEntries(
        needText(call, 'selector')
          .split(',')
          .map((pair) => pair.split('=', 2) as [string, string]),
      );
      return base('policy/v1', 'PodDisruptionBudget', name, {
        spec: {
          ...(min === undefined ? {} : { minAvailable: value(min) }),
          ...(max === undefined ? {} : { maxUnavailable: value(max) }),
          selector: { matchLabels },
        },
        status: {},
      });
    },
  },
  {
    path: 'create priorityclass',
    resource: 'priorityclasses',
    use: 'kubectl create priorityclass NAME --value=VALUE --global-default=BOOL [--dry-run=server|client|none]',
    short: 'Create a priority class with the specified name',
    failure: 'priorityclass',
    flags: [
      flag('count', 'value', 'the value of this priority class'),
      flag(
        'bool',
        'global-default',
        'global-default specifies whether this PriorityClass should be considered as the default priority',
      ),
      flag('text', 'description', 'description is an arbitrary string'),
      flag('text', 'preemption-policy', 'preemption-policy is the policy for preempting pods with lower priority'),
    ],
    body: (call, name) =>
      base('scheduling.k8s.io/v1', 'PriorityClass', name, {
        value: call.flags.number('value') ?? 0,
        globalDefault: call.flags.bool('global-default'),
        description: call.flags.text('description') ?? '',
        preemptionPolicy: call.flags.text('preemption-policy') ?? 'PreemptLowerPriority',
      }),
  },
  ...(['role', 'clusterrole'] as const).map(
    (sort): Generator => ({
      path: `create ${sort}`,
      resource: `${sort}s`,
      use: `kubectl create ${sort} NAME --verb=verb --resource=resource.group/subresource [--dry-run=server|client|none]`,
      short: sort === 'role' ? 'Create a role with single rule' : 'Create a cluster role',
      failure: sort,
      flags: [
        flag('list', 'verb', 'Verb that applies to the resources contained in the rule'),
        flag('list', 'resource', 'Resource that the rule applies to'),
        flag('list', 'resource-name', 'Resource in the white list that the rule applies to'),
      ],
      body(call, name) {
        const verbs = call.flags.list('verb').flatMap((text) => text.split(','));
        const words = call.flags.list('resource').flatMap((text) => text.split(','));
        if (verbs.length === 0) fail('at least one verb must be specified');
        if (words.length === 0) fail('at least one resource must be specified');
        const groups = new Map<string, string[]>();
        for (const word of words) {
          const [type = '', sub] = word.split('/');
          const kind = kindNamed(type) ?? fail(`the server doesn't have a resource type ${JSON.stringify(type)}`);
          groups.set(kind.group, [...(groups.get(kind.group) ?? []), sub ? `${kind.resource}/${sub}` : kind.resource]);
        }
        const resourceNames = call.flags.list('resource-name');
        const rules = [...groups].map(([group, resources]) => ({
          apiGroups: [group],
          ...(resourceNames.length > 0 ? { resourceNames } : {}),
          resources,
          verbs,
        }));
        return base('rbac.authorization.k8s.io/v1', sort === 'role' ? 'Role' : 'ClusterRole', name, { rules });
      },
    }),
  ),
  ...(['rolebinding', 'clusterrolebinding'] as const).map(
    (sort): Generator => ({
      path: `create ${sort}`,
      resource: `${sort}s`,
      use: `kubectl create ${sort} NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname]`,
      short: `Create a ${sort === 'rolebinding' ? 'role binding' : 'cluster role binding'} for a particular role or cluster role`,
      failure: sort,
      flags: [
        flag('text', 'clusterrole', 'ClusterRole this binding should reference'),
        flag('text', 'role', 'Role this RoleBinding should reference'),
        flag('list', 'user', 'Usernames to bind to the role'),
        flag('list', 'group', 'Groups to bind to the role'),
        flag('list', 'serviceaccount', 'Service accounts to bind to the role, in the format <namespace>:<name>'),
      ],
      body(call, name) {
        const cluster = call.flags.text('clusterrole');
        const role = call.flags.text('role');
        if ((cluster === undefined) === (role === undefined))
          fail('exactly one of clusterrole or role must be specified');
        const apiGroup = 'rbac.authorization.k8s.io';
        const subjects = [
          ...call.flags.list('user').map((user) => ({ kind: 'User', apiGroup, name: user })),
          ...call.flags.list('group').map((group) => ({ kind: 'Group', apiGroup, name: group })),
          ...call.flags.list('serviceaccount').map((account) => {
            const [namespace, own] = account.split(':');
            if (!namespace || !own) fail(`serviceaccount must be <namespace>:<name>`);
            return { kind: 'ServiceAccount', namespace, name: own };
          }),
        ];
        return base(`${apiGroup}/v1`, sort === 'rolebinding' ? 'RoleBinding' : 'ClusterRoleBinding', name, {
          roleRef: { apiGroup, kind: cluster === undefined ? 'Role' : 'ClusterRole', name: cluster ?? role },
          ...(subjects.length > 0 ? { subjects } : {}),
        });
      },
    }),
  ),
];

/** A Job with the template of a CronJob. */
function jobFrom(call: Call, name: string, from: string): Body {
  const [type = '', source = ''] = from.split('/');
  const kind = kindNamed(type);
  if (kind?.resource !== 'cronjobs') fail('from must be an existing cronjob');
  const answer = call.session.request({ method: 'GET', path: pathOf(kind, call.namespace, source), trusted: false });
  if (answer.code >= 400) throw new Failure([{ status: answer.body as Status }]);
  const cronJob = answer.body as KubeObject & {
    spec?: { jobTemplate?: { metadata?: { labels?: object; annotations?: object }; spec?: object } };
  };
  const template = cronJob.spec?.jobTemplate;
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: source, uid: cronJob.metadata.uid, controller: true };
  const metadata = {
    name,
    annotations: { 'cronjob.kubernetes.io/instantiate': 'manual', ...template?.metadata?.annotations },
    ...(template?.metadata?.labels ? { labels: template.metadata.labels } : {}),
    ownerReferences: [owner],
  };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: template?.spec ?? {}, status: {} };
}

export const createCommands: readonly CommandDefinition[] = generators.map(
  ({ path, resource, use, short, flags, failure, body }) => ({
    path,
    use,
    short,
    flags: [...flags, dryRunFlag, outputFlag],
    run(call) {
      const name = nameOf(call);
      const kind = needKind(resource);
      const dry = dryRunOf(call.flags);
      const made = body(call, name);
      if (dry === 'client') return report(call, { kind, name }, made as unknown as KubeObject, 'created');
      const answer = call.session.request({
        method: 'POST',
        path: pathOf(kind, where(kind, call.namespace)),
        query: { fieldManager: 'kubectl-create', fieldValidation: 'Strict', ...dryRunQuery(dry) },
        body: made,
        trusted: false,
      });
      for (const warning of answer.warnings) call.err(`Warning: ${warning}`);
      if (answer.code >= 400) {
        const { message = '' } = answer.body as Status;
        if (failure !== undefined) fail(`failed to create ${failure}: ${message}`);
        throw new Failure([{ status: answer.body as Status }]);
      }
      return report(call, { kind, name }, answer.body as KubeObject, 'created');
    },
  }),
);

export const runCommand: CommandDefinition = {
  path: 'run',
  use: 'kubectl run NAME --image=image [--env="key=value"] [--port=port] [--dry-run=server|client] [--command] -- [COMMAND] [args...]',
  short: 'Create and run a particular image in a pod',
  flags: [
    flag('text', 'image', 'The image for the container to run'),
    flag('list', 'env', 'Environment variables to set in the container'),
    flag('count', 'port', 'The port that this container exposes'),
    flag('text', 'labels', 'Comma separated labels to apply to the pod', { short: 'l' }),
    flag('text', 'restart', 'The restart policy for this Pod. Legal values [Always, OnFailure, Never]', {
      byDefault: 'Always',
    }),
    flag('text', 'image-pull-policy', 'The image pull policy for the container'),
    flag('bool', 'command', 'If true and extra arguments are present, use them as the command field in the container'),
    flag('bool', 'expose', 'If true, create a ClusterIP service associated with the pod'),
    dryRunFlag,
    outputFlag,
  ],
  run(call) {
    const { flags } = call;
    const [name, ...loose] = call.dashAt >= 0 ? call.args.slice(0, call.dashAt) : call.args;
    if (name === undefined) fail("NAME is required for run\nSee 'kubectl run -h' for help and examples");
    const image = flags.text('image');
    if (!image) fail('--image is required');
    const restartPolicy = flags.text('restart') ?? 'Always';
    if (!['Always', 'OnFailure', 'Never'].includes(restartPolicy))
      fail(`invalid restart policy: ${restartPolicy}\nSee 'kubectl run -h' for help and examples`);
    const words = [...loose, ...commandOf(call)];
    const port = flags.number('port');
    if (flags.bool('expose') && port === undefined) fail('--port must be set when exposing a service');
    const labels = flags.has('labels')
      ? Object.fromEntries(
          (flags.text('labels') ?? '')
            .split(',')
            .filter(Boolean)
            .map((pair) => pair.split('=', 2) as [string, string]),
        )
      : { run: name };
    const env = Object.entries(pairs(call, 'env')).map(([key, value]) => ({ name: key, value }));
    const pull = flags.text('image-pull-policy');
    const body = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { labels, name },
      spec: {
        containers: [
          {
            ...(words.length > 0 ? (flags.bool('command') ? { command: words } : { args: words }) : {}),
            ...(env.length > 0 ? { env } : {}),
            image,
            ...(pull ? { imagePullPolicy: pull } : {}),
            name,
            ...(port === undefined ? {} : { ports: [{ containerPort: port }] }),
            resources: {},
          },
        ],
        dnsPolicy: 'ClusterFirst',
        restartPolicy,
      },
      status: {},
    };
    const pods = needKind('pods');
    const dry = dryRunOf(flags);
    const query = { fieldManager: 'kubectl-run', ...dryRunQuery(dry) };
    if (flags.bool('expose')) {
      const services = needKind('services');
      const service = {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name },
        spec: { ports: [{ port, protocol: 'TCP', targetPort: port }], selector: labels },
        status: { loadBalancer: {} },
      };
      const made =
        dry === 'client'
          ? (service as unknown as KubeObject)
          : write(call, 'POST', pathOf(services, call.namespace), service, { query });
      report(call, { kind: services, name }, made, 'created');
    }
    const made =
      dry === 'client'
        ? (body as unknown as KubeObject)
        : write(call, 'POST', pathOf(pods, call.namespace), body, { query });
    report(call, { kind: pods, name }, made, 'created');
  },
};
