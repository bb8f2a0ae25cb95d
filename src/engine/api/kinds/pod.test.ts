import { describe, expect, it } from 'vitest';
import { aggregateText } from '../field-error';
import type { Pod, PodSpec } from '../types';
import { validateBinding } from '../validation/pod';
import { podKind } from './pod';
import { defaultPullPolicy } from './pod-defaults';

const container = { name: 'c', image: 'nginx:1.27' };

function podOf(spec: Partial<PodSpec> & Record<string, unknown>, metadata: Pod['metadata'] = {}): Pod {
  const given = {
    metadata: { name: 'p', namespace: 'default', ...metadata },
    spec: { containers: [container], ...spec },
  };
  return podKind.setDefaults(given as Pod);
}

/** As stored: with defaults, generation and first status. */
const stored = (pod: Pod): Pod => {
  const made = podKind.prepareForCreate(pod);
  return { ...made, metadata: { ...made.metadata, resourceVersion: '5' } };
};
const complaints = (pod: Pod) => aggregateText(podKind.validate(pod));
const updateComplaints = (pod: Pod, old: Pod) => aggregateText(podKind.validateUpdate(pod, old));

describe('defaults of a pod', () => {
  it('pull always for :latest and for no tag, else only when the image is not there', () => {
    expect(defaultPullPolicy('nginx')).toBe('Always');
    expect(defaultPullPolicy('nginx:latest')).toBe('Always');
    expect(defaultPullPolicy('registry.local:5000/a/b')).toBe('Always');
    expect(defaultPullPolicy('registry.local:5000/a/b:1.2')).toBe('IfNotPresent');
    expect(defaultPullPolicy(`nginx@sha256:${'a'.repeat(64)}`)).toBe('IfNotPresent');
    expect(defaultPullPolicy('')).toBe('IfNotPresent');
  });

  it('take a missing request from the limit, in pods but not in templates', () => {
    const resources = { limits: { cpu: '500m', memory: '64Mi' }, requests: { cpu: '0.1' } };
    const pod = podOf({ containers: [{ ...container, resources }] });
    expect(pod.spec?.containers[0]?.resources).toEqual({
      limits: { cpu: '500m', memory: '64Mi' },
      requests: { cpu: '100m', memory: '64Mi' },
    });
  });

  it('make a host port of each container port on the host network', () => {
    const pod = podOf({ hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 80 }] }] });
    expect(pod.spec?.containers[0]?.ports).toEqual([{ containerPort: 80, protocol: 'TCP', hostPort: 80 }]);
  });

  it('make an emptyDir of a volume that says nothing, and 0644 the mode of files', () => {
    const pod = podOf({ volumes: [{ name: 'a' }, { name: 'b', configMap: { name: 'x' } }] });
    expect(pod.spec?.volumes).toEqual([
      { name: 'a', emptyDir: {} },
      { name: 'b', configMap: { name: 'x', defaultMode: 420 } },
    ]);
  });

  it('sum the containers for resources of the whole pod', () => {
    const containers = ['a', 'b'].map((name) => ({ ...container, name, resources: { requests: { cpu: '100m' } } }));
    const sidecar = { ...container, name: 's', restartPolicy: 'Always', resources: { requests: { cpu: '50m' } } };
    const init = { ...container, name: 'i', resources: { requests: { cpu: '1' } } };
    const pod = podOf({
      containers,
      initContainers: [sidecar, init],
      resources: { limits: { cpu: '2', memory: '1Gi' } },
    });
    expect(pod.spec?.resources?.requests).toEqual({ cpu: '1050m', memory: '1Gi' });
  });
});

describe('a new pod', () => {
  it('begins Pending, with its QoS class and generation 1, whatever status was sent', () => {
    const pod = podKind.prepareForCreate({ ...podOf({}), status: { phase: 'Running', podIP: '10.0.0.1' } });
    expect(pod.status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' });
    expect(pod.metadata.generation).toBe(1);
  });

  it('says that scheduling is blocked while it has gates', () => {
    const pod = podKind.prepareForCreate(podOf({ schedulingGates: [{ name: 'example.com/wait' }] }));
    expect(pod.status?.conditions).toEqual([
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'SchedulingGated',
        message: 'Scheduling is blocked due to non-empty scheduling gates',
      },
    ]);
    expect(complaints(podOf({ schedulingGates: [{ name: 'a' }], nodeName: 'n1' }))).toBe(
      'spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
    );
  });

  it('merges matchLabelKeys with its own labels into the selector', () => {
    const constraint = {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'w' } },
      matchLabelKeys: ['pod-template-hash', 'absent'],
    };
    const pod = podKind.prepareForCreate(
      podOf({ topologySpreadConstraints: [constraint] }, { labels: { app: 'w', 'pod-template-hash': 'abc' } }),
    );
    expect(pod.spec?.topologySpreadConstraints?.[0]?.labelSelector).toEqual({
      matchLabels: { app: 'w' },
      matchExpressions: [{ key: 'pod-template-hash', operator: 'In', values: ['abc'] }],
    });
    expect(complaints(pod)).toBe('[]');
  });
});

describe('validation of a pod', () => {
  it('asks of each mount that its volume exists and its path is used once', () => {
    const volumeMounts = [
      { name: 'gone', mountPath: '/a' },
      { name: 'v', mountPath: '/a' },
    ];
    expect(complaints(podOf({ volumes: [{ name: 'v' }], containers: [{ ...container, volumeMounts }] }))).toBe(
      '[spec.containers[0].volumeMounts[0].name: Not found: "gone", spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/a": must be unique]',
    );
  });

  it('wants requests no higher than limits and known resource names', () => {
    const resources = { requests: { memory: '2Gi', disk: '1' }, limits: { memory: '1Gi' } };
    expect(complaints(podOf({ containers: [{ ...container, resources }] }))).toBe(
      '[spec.containers[0].resources.requests: Invalid value: "2Gi": must be less than or equal to memory limit of 1Gi, ' +
        'spec.containers[0].resources.requests[disk]: Invalid value: "disk": must be a standard resource type or fully qualified, ' +
        'spec.containers[0].resources.requests[disk]: Invalid value: "disk": must be a standard resource for containers]',
    );
  });

  it('wants extended resources whole, and limited', () => {
    const resources = { requests: { 'example.com/gpu': '500m' } };
    expect(complaints(podOf({ containers: [{ ...container, resources }] }))).toBe(
      '[spec.containers[0].resources.requests[example.com/gpu]: Invalid value: "500m": must be an integer, ' +
        'spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources]',
    );
  });

  it('lets only sidecars among init containers have probes and hooks', () => {
    const probe = { tcpSocket: { port: 80 } };
    const init = (name: string, rest: object) => ({ ...container, name, readinessProbe: probe, ...rest });
    const pod = podOf({ initContainers: [init('a', {}), init('b', { restartPolicy: 'Always' })] });
    expect(complaints(pod)).toBe(
      'spec.initContainers[0].readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
    );
  });

  it('wants names unique across init and regular containers', () => {
    expect(complaints(podOf({ initContainers: [container] }))).toBe(
      'spec.initContainers[0].name: Duplicate value: "c"',
    );
  });

  it('wants a restart policy beside restart rules', () => {
    const restartPolicyRules = [{ action: 'DoNotRestart', exitCodes: { operator: 'Equals', values: [3] } }];
    expect(complaints(podOf({ containers: [{ ...container, restartPolicyRules }] }))).toBe(
      '[spec.containers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used, ' +
        'spec.containers[0].restartPolicyRules[0].action: Unsupported value: "DoNotRestart": supported values: "Restart", "RestartAllContainers", ' +
        'spec.containers[0].restartPolicyRules[0].exitCodes.operator: Unsupported value: "Equals": supported values: "In", "NotIn"]',
    );
  });

  it('refuses two containers on one host port', () => {
    const ports = [{ containerPort: 80, hostPort: 8080 }];
    const containers = [
      { ...container, ports },
      { ...container, name: 'd', ports },
    ];
    expect(complaints(podOf({ containers }))).toBe(
      'spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//8080"',
    );
  });

  it('knows which tolerations make sense', () => {
    const tolerations = [
      { key: '', operator: 'Equal' },
      { key: 'a', operator: 'Exists', value: 'v' },
      { key: 'a', effect: 'NoSchedule', tolerationSeconds: 3 },
    ];
    expect(complaints(podOf({ tolerations }))).toBe(
      '[spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys", ' +
        'spec.tolerations[1].operator: Invalid value: "v": value must be empty when `operator` is \'Exists\', ' +
        'spec.tolerations[2].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set]',
    );
  });

  it('refuses a preStop sleep longer than the grace period', () => {
    const lifecycle = { preStop: { sleep: { seconds: 31 } } };
    expect(complaints(podOf({ containers: [{ ...container, lifecycle }] }))).toBe(
      'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)',
    );
  });
});

describe('an update of a pod', () => {
  const old = stored(podOf({ tolerations: [{ key: 'a', operator: 'Exists' }] }));

  it('may change images, and only then raises the generation', () => {
    const changed = {
      ...old,
      spec: { ...old.spec, containers: [{ ...old.spec?.containers[0], image: 'nginx:1.28' }] },
    } as Pod;
    expect(updateComplaints(changed, old)).toBe('[]');
    expect(podKind.prepareForUpdate(changed, old).metadata.generation).toBe(2);
    const labelled = { ...old, metadata: { ...old.metadata, labels: { a: 'b' } } };
    expect(podKind.prepareForUpdate(labelled, old).metadata.generation).toBe(1);
  });

  it('may not change anything else of the spec, and says what it would have changed', () => {
    const changed = { ...old, spec: { ...old.spec, hostname: 'x' } } as Pod;
    expect(updateComplaints(changed, old)).toBe(
      'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n+ hostname: "x"',
    );
  });

  it('may add tolerations but not change or drop one', () => {
    const with2 = {
      ...old,
      spec: { ...old.spec, tolerations: [...(old.spec?.tolerations ?? []), { key: 'b', operator: 'Exists' }] },
    } as Pod;
    expect(updateComplaints(with2, old)).toBe('[]');
    const without = { ...old, spec: { ...old.spec, tolerations: [] } } as unknown as Pod;
    expect(updateComplaints(without, old)).toBe(
      'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
    );
  });

  it('may set a deadline or shorten it, never lengthen or remove it', () => {
    const at = (activeDeadlineSeconds: number | undefined) =>
      ({ ...old, spec: { ...old.spec, activeDeadlineSeconds } }) as Pod;
    expect(updateComplaints(at(30), old)).toBe('[]');
    expect(updateComplaints(at(20), at(30))).toBe('[]');
    expect(updateComplaints(at(40), at(30))).toContain('must be less than or equal to previous value');
    expect(updateComplaints(at(undefined), at(30))).toContain(
      'spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value',
    );
  });

  it('may take gates away and, while gated, narrow where the pod can go', () => {
    const gated = stored(podOf({ schedulingGates: [{ name: 'example.com/a' }], nodeSelector: { disk: 'ssd' } }));
    const change = (spec: object) => ({ ...gated, spec: { ...gated.spec, ...spec } }) as Pod;
    expect(updateComplaints(change({ schedulingGates: [] }), gated)).toBe('[]');
    expect(updateComplaints(change({ nodeSelector: { disk: 'ssd', zone: 'a' } }), gated)).toBe('[]');
    expect(updateComplaints(change({ nodeSelector: { disk: 'hdd' } }), gated)).toContain(
      'only additions to spec.nodeSelector',
    );
    expect(updateComplaints(change({ schedulingGates: [{ name: 'example.com/b' }] }), gated)).toContain(
      "only deletion is allowed, but found new scheduling gate 'example.com/b'",
    );
  });
});

describe('a status update of a pod', () => {
  const old = stored(podOf({ restartPolicy: 'Never' }, { ownerReferences: [] }));

  it('keeps spec, owners and QoS class', () => {
    const sent = {
      ...old,
      spec: { containers: [] },
      status: { phase: 'Running' },
      metadata: { ...old.metadata, ownerReferences: undefined },
    } as Pod;
    const kept = podKind.prepareForStatusUpdate(sent, old);
    expect(kept.spec).toBe(old.spec);
    expect(kept.metadata.ownerReferences).toEqual([]);
    expect(kept.status).toEqual({ phase: 'Running', qosClass: 'BestEffort' });
  });

  it('may not bring a container back that ended for good', () => {
    const state = (value: object) =>
      ({ ...old, status: { ...old.status, containerStatuses: [{ name: 'c', state: value }] } }) as unknown as Pod;
    const ended = state({ terminated: { exitCode: 1 } });
    expect(aggregateText(podKind.validateStatusUpdate(state({ running: {} }), ended))).toBe(
      'status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
    );
  });
});

describe('the deletion of a pod', () => {
  const running = { ...podOf({ nodeName: 'n1' }), status: { phase: 'Running' } };

  it("waits for the pod's own grace period, or the one asked for", () => {
    expect(podKind.gracefulDelete?.(running, undefined)).toEqual({ graceful: true, graceSeconds: 30 });
    expect(podKind.gracefulDelete?.(running, 10)).toEqual({ graceful: true, graceSeconds: 10 });
    expect(podKind.gracefulDelete?.(running, -1)).toEqual({ graceful: true, graceSeconds: 1 });
  });

  it('is immediate for pods without a node and for finished ones', () => {
    expect(podKind.gracefulDelete?.(podOf({}), 10).graceSeconds).toBe(0);
    expect(podKind.gracefulDelete?.({ ...running, status: { phase: 'Failed' } }, 10).graceSeconds).toBe(0);
  });
});

it('a binding names a node', () => {
  expect(aggregateText(validateBinding({ metadata: {}, target: { kind: 'Pod' } }))).toBe(
    '[target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>", target.name: Required value]',
  );
});
