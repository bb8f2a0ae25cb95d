import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { aggregateText, type FieldError } from '../field-error';
import type { KubeObject } from '../meta';
import { decodeStrict } from '../validate-schema';
import { kindByGvk } from './index';

type Definition = NonNullable<ReturnType<typeof kindByGvk>>;

const textOf = (errors: readonly FieldError[]) => (errors.length === 0 ? '' : aggregateText(errors));

/** What a server makes of a manifest: the object with its defaults, and its complaints. */
function read(text: string): { kind: Definition; object: KubeObject; complaints: string } {
  const given = parse(text) as KubeObject;
  const kind = kindByGvk(given.apiVersion ?? '', given.kind ?? '') as Definition;
  const metadata = { name: 'x', uid: 'u1', ...(kind.namespaced ? { namespace: 'default' } : {}), ...given.metadata };
  const decoded = decodeStrict(kind.kind, { ...given, metadata });
  expect([decoded.fatal, decoded.strict]).toEqual([undefined, []]);
  const object = kind.prepareForCreate(kind.setDefaults(decoded.object as KubeObject));
  return { kind, object, complaints: textOf(kind.validate(object)) };
}

const template = (policy: string) =>
  `{metadata: {labels: {app: x}}, spec: {restartPolicy: ${policy}, containers: [{name: c, image: i}]}}`;
const workload = (kind: string, more = '', selector = 'x') =>
  `{apiVersion: apps/v1, kind: ${kind}, spec: {selector: {matchLabels: {app: ${selector}}}, template: ${template('Always')}${more}}}`;
const job = (more = '', policy = 'Never') =>
  `{apiVersion: batch/v1, kind: Job, spec: {template: ${template(policy)}${more}}}`;
const cronJob = (schedule: string, more = '') =>
  `{apiVersion: batch/v1, kind: CronJob, spec: {schedule: "${schedule}", jobTemplate: {spec: {template: ${template('Never')}}}${more}}}`;
const ingress = (spec: string) => `{apiVersion: networking.k8s.io/v1, kind: Ingress, spec: ${spec}}`;
const netpol = (spec: string) =>
  `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, spec: {podSelector: {}, ${spec}}}`;
const hpa = (spec: string) =>
  `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, spec: {scaleTargetRef: {kind: Deployment, name: web}, ${spec}}}`;
const pdb = (spec: string) => `{apiVersion: policy/v1, kind: PodDisruptionBudget, spec: {${spec}}}`;
const pvc = (spec: string) => `{apiVersion: v1, kind: PersistentVolumeClaim, spec: {${spec}}}`;
const pv = (spec: string) => `{apiVersion: v1, kind: PersistentVolume, spec: {${spec}}}`;
const storageClass = (more: string) => `{apiVersion: storage.k8s.io/v1, kind: StorageClass, ${more}}`;
const role = (rule: string) => `{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, rules: [{${rule}}]}`;
const limits = (item: string) => `{apiVersion: v1, kind: LimitRange, spec: {limits: [{${item}}]}}`;
const quota = (spec: string) => `{apiVersion: v1, kind: ResourceQuota, spec: {${spec}}}`;

test.each([
  [workload('StatefulSet'), ''],
  [
    workload('StatefulSet', '', 'y'),
    'spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`',
  ],
  [
    workload('StatefulSet', ', podManagementPolicy: Random'),
    "spec.podManagementPolicy: Invalid value: \"Random\": must be 'OrderedReady' or 'Parallel'",
  ],
  [workload('DaemonSet'), ''],
  [
    workload('DaemonSet', ', updateStrategy: {rollingUpdate: {maxUnavailable: 0}}'),
    'spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0',
  ],
  [
    workload('DaemonSet', ', updateStrategy: {rollingUpdate: {maxSurge: 1}}'),
    'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero',
  ],
  [job(), ''],
  [job('', 'Always'), 'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
  [job(', completionMode: Indexed'), ''],
  [
    job(', completionMode: Indexed, parallelism: 2'),
    'spec.completions: Required value: when completion mode is Indexed',
  ],
  [job(', backoffLimitPerIndex: 1'), 'spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode'],
  [
    job(', podFailurePolicy: {rules: [{action: FailJob}]}'),
    'spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
  ],
  [
    job(', podFailurePolicy: {rules: [{action: Ignore, onExitCodes: {operator: In, values: [2, 0]}}]}'),
    '[spec.podFailurePolicy.rules[0].onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In operator, spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: [2,0]: must be ordered]',
  ],
  [cronJob('*/5 9-17 * jan-mar mon'), ''],
  [cronJob('@hourly'), ''],
  [cronJob('60 * * * *'), 'spec.schedule: Invalid value: "60 * * * *": end of range (60) above maximum (59): 60'],
  [
    cronJob('x * * * *'),
    'spec.schedule: Invalid value: "x * * * *": failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax',
  ],
  [cronJob('@often'), 'spec.schedule: Invalid value: "@often": unrecognized descriptor: @often'],
  [cronJob('* * * * *', ', timeZone: Europe/Berlin'), ''],
  [ingress('{}'), 'spec: Invalid value: null: either `defaultBackend` or `rules` must be specified'],
  [
    ingress(
      '{rules: [{host: a.example.com, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}}]}',
    ),
    '',
  ],
  [
    ingress('{defaultBackend: {service: {name: web, port: {name: http, number: 80}}}}'),
    'spec.defaultBackend: Invalid value: "": cannot set both port name & port number',
  ],
  [
    ingress('{rules: [{http: {paths: [{path: x, pathType: Exact, backend: {}}]}}]}'),
    '[spec.rules[0].http.paths[0].path: Invalid value: "x": must be an absolute path, spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required]',
  ],
  [netpol('ingress: [{from: [{}]}]'), 'spec.ingress[0].from[0]: Required value: must specify a peer'],
  [
    netpol('egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8, except: [11.0.0.0/16]}}]}]'),
    'spec.egress[0].to[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
  ],
  [hpa('maxReplicas: 3'), ''],
  [
    hpa('minReplicas: 5, maxReplicas: 3'),
    'spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`',
  ],
  [
    hpa('maxReplicas: 3, metrics: [{type: Resource}]'),
    'spec.metrics[0].resource: Required value: must populate information for the given metric source',
  ],
  [
    pdb('minAvailable: 1, maxUnavailable: 1'),
    'spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
  ],
  [pdb('minAvailable: 101%'), 'spec.minAvailable: Invalid value: "101%": must not be greater than 100%'],
  [pvc('accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}'), ''],
  [
    pvc('resources: {requests: {storage: 0}}'),
    '[spec.accessModes: Required value: at least 1 access mode is required, spec.resources[storage]: Invalid value: "0": must be greater than zero]',
  ],
  [pv('capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce]'), 'spec: Required value: must specify a volume type'],
  [
    pv('capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], local: {path: /a}'),
    'spec.nodeAffinity: Required value: Local volume requires node affinity',
  ],
  [storageClass('provisioner: ""'), 'provisioner: Required value'],
  [
    storageClass('provisioner: example.com/x, volumeBindingMode: Later'),
    'volumeBindingMode: Unsupported value: "Later": supported values: "Immediate", "WaitForFirstConsumer"',
  ],
  [
    role('verbs: [get]'),
    '[rules[0].apiGroups: Required value: resource rules must supply at least one api group, rules[0].resources: Required value: resource rules must supply at least one resource]',
  ],
  [
    '{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, roleRef: {kind: Role, name: a}, subjects: [{kind: Robot, name: r}]}',
    'subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"',
  ],
  [
    limits('type: Container, max: {cpu: 1}, min: {cpu: 2}'),
    '[spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1, spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1, spec.limits[0].default[cpu]: Invalid value: "1": min value 2 is greater than default value 1]',
  ],
  [
    limits('type: Pod, default: {cpu: 1}'),
    "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
  ],
  [
    quota('hard: {pods: 4, apples: 3}'),
    'spec.hard[apples]: Invalid value: "apples": must be a standard resource for quotas',
  ],
  [
    quota('hard: {pods: 4}, scopes: [BestEffort, NotBestEffort]'),
    'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes',
  ],
  [
    '{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, value: 2000000000}',
    'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
  ],
])('%s is answered with %j', (text, words) => {
  expect(read(text).complaints).toBe(words);
});

test('what upstream fills in is filled in', () => {
  const spec = (text: string) => (read(text).object as KubeObject & { spec: Record<string, unknown> }).spec;
  expect(spec(cronJob('@daily'))).toMatchObject({
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  });
  expect(spec(netpol('egress: [{ports: [{port: 80}]}]'))).toMatchObject({
    policyTypes: ['Ingress', 'Egress'],
    egress: [{ ports: [{ port: 80, protocol: 'TCP' }] }],
  });
  expect(spec(hpa('maxReplicas: 3'))).toMatchObject({
    minReplicas: 1,
    metrics: [{ resource: { name: 'cpu', target: { averageUtilization: 80 } } }],
  });
  expect(spec(limits('type: Container, max: {cpu: 1}, min: {memory: 1Mi}'))).toMatchObject({
    limits: [{ default: { cpu: '1' }, defaultRequest: { cpu: '1', memory: '1Mi' } }],
  });
  expect(read(workload('DaemonSet')).object.metadata.annotations).toEqual({
    'deprecated.daemonset.template.generation': '1',
  });
  expect(spec(job())).toMatchObject({
    selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u1' } },
    manualSelector: false,
    podReplacementPolicy: 'TerminatingOrFailed',
  });
});

test('some fields may not change', () => {
  const change = (text: string, edit: (object: never) => unknown) => {
    const { kind, object } = read(text);
    const stored = {
      ...object,
      metadata: { ...object.metadata, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
    };
    return textOf(kind.validateUpdate(edit(stored as never) as KubeObject, stored));
  };
  type WithSpec = { spec: Record<string, unknown> };
  const withSpec = (part: Record<string, unknown>) => (object: WithSpec) => ({
    ...object,
    spec: { ...object.spec, ...part },
  });
  expect(change(job(), withSpec({ completions: 9 }))).toBe('spec.completions: Invalid value: 9: field is immutable');
  expect(change(workload('DaemonSet'), withSpec({ revisionHistoryLimit: 3 }))).toBe('');
  expect(
    change(storageClass('provisioner: example.com/a'), (object: object) => ({
      ...object,
      provisioner: 'example.com/b',
    })),
  ).toBe('provisioner: Forbidden: updates to provisioner are forbidden.');
  expect(
    change('{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, value: 1}', (object: object) => ({
      ...object,
      value: 2,
    })),
  ).toBe('value: Forbidden: may not be changed in an update.');
  expect(
    change(
      pvc('accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}'),
      withSpec({ accessModes: ['ReadOnlyMany'] }),
    ),
  ).toContain(
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
  );
});
