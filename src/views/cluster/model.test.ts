import { describe, expect, test } from 'vitest';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import type { Rows } from '../../store/lab-store';
import { cpuMilli } from './cpu';
import { describeCluster, describePod } from './describe';
import { capsulePlace } from './MessagePicture';
import { ClusterParts, clusterModel, type PodCell } from './model';
import { podState } from './pod-state';

const node = (name: string, more: object = {}) =>
  [
    name,
    {
      metadata: { name },
      status: { allocatable: { cpu: '4' }, conditions: [{ type: 'Ready', status: 'True' }] },
      ...more,
    },
  ] as const;

interface PodOptions {
  readonly nodeName?: string;
  readonly uid?: string;
  readonly status?: object;
  readonly deletionTimestamp?: string;
}

const pod = (name: string, { nodeName, uid = name, status = {}, deletionTimestamp }: PodOptions = {}) =>
  [
    `default/${name}`,
    {
      metadata: { name, namespace: 'default', uid, ...(deletionTimestamp ? { deletionTimestamp } : {}) },
      spec: {
        ...(nodeName ? { nodeName } : {}),
        containers: [{ name: 'c', resources: { requests: { cpu: '250m' } } }],
      },
      status,
    },
  ] as const;

const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

function rows(tables: Readonly<Record<string, readonly (readonly [string, unknown])[]>>): Rows {
  return Object.fromEntries(Object.entries(tables).map(([table, entries]) => [table, new Map(entries)]));
}

const model = (tables: Parameters<typeof rows>[0], slots: readonly (readonly [string, number])[] = []) =>
  clusterModel({ rows: rows(tables), slots: new Map(slots), event: undefined });

describe('the picture of the cluster', () => {
  test('a Pod that appears moves no other, and one that goes leaves its place', () => {
    const nodes = [node('node-1')];
    const places = (...names: string[]) =>
      Object.fromEntries(
        model({ 'api/nodes': nodes, 'api/pods': names.map((name) => pod(name, { nodeName: 'node-1' })) }, [
          ['a', 0],
          ['b', 1],
          ['c', 2],
        ]).nodes[0]?.pods.map(({ name, x, y }) => [name, `${x} ${y}`]) ?? [],
      );
    const all = places('a', 'b', 'c');
    expect(places('a')).toEqual({ a: all.a });
    expect(places('a', 'c')).toEqual({ a: all.a, c: all.c });
  });

  test('a step back from a time with more Pods moves nothing, since the places are those of the whole branch', () => {
    const tables = {
      'api/nodes': [node('node-1'), node('node-2')],
      'api/services': [['default/web', { metadata: { name: 'web' } }] as const],
    };
    const slots = [0, 1, 2, 3, 4].map((slot) => [`p${slot}`, slot] as const);
    const busy = model({ ...tables, 'api/pods': slots.map(([name]) => pod(name, { nodeName: 'node-1' })) }, slots);
    const early = model(tables, slots);
    expect(early.cards).toEqual(busy.cards);
    expect(early.height).toBe(busy.height);
  });

  test('what a step does not change is the same object as before, and what it changes is as a picture made anew has it', () => {
    const nodes = [node('node-1'), node('node-2')];
    const [a, b, c] = ['a', 'b', 'c'].map((name, i) => pod(name, { nodeName: `node-${(i % 2) + 1}`, status: ready }));
    const slots = new Map([
      ['a', 0],
      ['b', 0],
      ['c', 1],
    ]);
    const parts = new ClusterParts();
    const make = (pods: readonly unknown[], more: object = {}) => {
      const tables = { 'api/nodes': nodes, 'api/pods': pods as never, ...more };
      const input = { rows: rows(tables), slots, event: undefined };
      const kept = clusterModel(input, parts);
      expect(kept).toEqual(clusterModel(input));
      return kept;
    };
    const first = make([a, b, c]);
    const failed = pod('b', { nodeName: 'node-2', status: { phase: 'Failed' } });
    const second = make([a, failed, c]);
    expect(second.nodes[0]).toBe(first.nodes[0]);
    expect(second.nodes[1]).not.toBe(first.nodes[1]);
    const slice = { endpoints: [{ targetRef: { name: 'c' } }] };
    const third = make([a, failed, c], { 'api/endpointslices': [['default/web', slice]] });
    expect(third.nodes[1]).toBe(second.nodes[1]);
    expect(third.nodes[0]?.pods.map(({ listed }) => listed)).toEqual([false, true]);
    expect(third.nodes[0]?.pods[0]).toBe(first.nodes[0]?.pods[0]);
    const fourth = make([a, failed], { cuts: [['kubelet/node-2', {}]] });
    expect(fourth.nodes[1]?.cut).toBe(true);
    expect(fourth.nodes[0]?.pods).toHaveLength(1);
  });

  test('nodes are in the order of their numbers', () => {
    expect(model({ 'api/nodes': [node('node-10'), node('node-2')] }).nodes.map(({ name }) => name)).toEqual([
      'node-2',
      'node-10',
    ]);
  });

  test('requested CPU counts what is bound and not over', () => {
    const pods = [
      pod('a', { nodeName: 'node-1' }),
      pod('b', { nodeName: 'node-1', status: { phase: 'Succeeded' } }),
      pod('c'),
    ];
    const { nodes, waiting } = model({ 'api/nodes': [node('node-1')], 'api/pods': pods });
    expect(nodes[0]).toMatchObject({ cpuRequestedMilli: 250, cpuAllocatableMilli: 4000 });
    expect(waiting.map(({ name }) => name)).toEqual(['c']);
  });

  test('a thousand Pods become signs', () => {
    const pods = Array.from({ length: 1000 }, (_, i) => pod(`p${i}`, { nodeName: `node-${(i % 9) + 1}` }));
    const nodes = Array.from({ length: 9 }, (_, i) => node(`node-${i + 1}`));
    const slots = pods.map(([key], i) => [key.slice('default/'.length), Math.floor(i / 9)] as const);
    const large = model({ 'api/nodes': nodes, 'api/pods': pods }, slots);
    expect(large.density).toBe('sign');
    expect(large.nodes.reduce((sum, { pods: own }) => sum + own.length, 0)).toBe(1000);
  });

  test('on a phone everything is within its width, one node a row', () => {
    const pods = [0, 1, 2].map((i) => pod(`p${i}`, { nodeName: 'node-1' }));
    const narrow = clusterModel({
      rows: rows({ 'api/nodes': [node('node-1'), node('node-2')], 'api/pods': pods }),
      slots: new Map(pods.map(([key], i) => [key.slice('default/'.length), i])),
      event: undefined,
      room: { width: 352, height: 0 },
    });
    const boxes = [...narrow.parts, ...narrow.nodes, ...narrow.nodes.flatMap(({ places }) => places), ...narrow.cards];
    expect(boxes.every(({ x, w }) => x >= 0 && x + w <= 352)).toBe(true);
    expect(new Set(narrow.nodes.map(({ y }) => y)).size).toBe(2);
  });

  test('ten replicas in the midst of a rollout fit a stage of 640 by 400, with their names and with the cards below', () => {
    const pods = Array.from({ length: 16 }, (_, i) => pod(`p${i}`, { nodeName: `node-${(i % 3) + 1}` }));
    const owned = { ownerReferences: [{ uid: 'd' }] };
    const { density, height } = clusterModel({
      rows: rows({
        'api/nodes': [node('node-1'), node('node-2'), node('node-3')],
        'api/pods': pods,
        'api/deployments': [['default/web', { metadata: { name: 'web', uid: 'd' } }]],
        'api/replicasets': [
          ['default/web-1', { metadata: { name: 'web-1', ...owned } }],
          ['default/web-2', { metadata: { name: 'web-2', ...owned } }],
        ],
        'api/services': [['default/web', { metadata: { name: 'web' } }]],
      }),
      slots: new Map(pods.map((_, i) => [`p${i}`, Math.floor(i / 3)])),
      event: undefined,
      room: { width: 640, height: 400 },
    });
    expect(density).toBe('one');
    expect(height).toBeLessThanOrEqual(400);
  });

  test('with less room there is less said of each Pod, and never less than the end of its name', () => {
    const places = new Map([0, 1, 2, 3, 4, 5].map((slot) => [`p${slot}`, slot]));
    const nodes = rows({ 'api/nodes': [node('node-1'), node('node-2'), node('node-3')] });
    const densities = [0, 600, 440, 360, 100].map(
      (height) => clusterModel({ rows: nodes, slots: places, event: undefined, room: { width: 640, height } }).density,
    );
    expect(densities).toEqual(['two', 'two', 'one', 'half', 'half']);
  });

  test.each([640, 520, 352])('no part of the control plane stands on another at a width of %i', (width) => {
    const { parts, controlPlane, busY } = clusterModel({
      rows: {},
      slots: new Map(),
      event: undefined,
      room: { width, height: 0 },
    });
    const inner = parts.filter(({ nameY }) => nameY === undefined);
    for (const part of inner) {
      expect(part.x).toBeGreaterThanOrEqual(0);
      expect(part.x + part.w).toBeLessThanOrEqual(width);
      expect(part.y + part.h).toBeLessThanOrEqual(controlPlane.h);
      expect(part.y < busY ? part.y + part.h < busY : true).toBe(true);
      for (const other of inner) {
        const apart = part.x + part.w <= other.x || other.x + other.w <= part.x || part.y + part.h <= other.y;
        if (other !== part && other.y >= part.y) expect(apart).toBe(true);
      }
    }
  });

  test('a ReplicaSet stands beside the Deployment that owns it', () => {
    const { cards } = model({
      'api/deployments': [
        ['default/web', { metadata: { name: 'web', uid: 'd' }, spec: { replicas: 3 }, status: { readyReplicas: 2 } }],
      ],
      'api/replicasets': [
        ['default/web-1', { metadata: { name: 'web-1', ownerReferences: [{ uid: 'd' }] }, spec: { replicas: 3 } }],
      ],
    });
    expect(cards.map(({ id, owner, want, have }) => [id, owner, want, have])).toEqual([
      ['deployments/default/web', undefined, 3, 2],
      ['replicasets/default/web-1', 'deployments/default/web', 3, 0],
    ]);
  });

  test('a Deployment past its progress deadline, and a ReplicaSet whose Pods are refused, are failing', () => {
    const conditions = (...list: readonly [string, string, string][]) => ({
      conditions: list.map(([type, status, reason]) => ({ type, status, reason })),
    });
    const failing = (status: object) =>
      model({ 'api/deployments': [['default/web', { metadata: { name: 'web', uid: 'd' }, status }]] }).cards[0]
        ?.failing;
    expect(failing(conditions(['Progressing', 'False', 'ProgressDeadlineExceeded']))).toBe('ProgressDeadlineExceeded');
    expect(failing(conditions(['ReplicaFailure', 'True', 'FailedCreate']))).toBe('FailedCreate');
    // Not available yet is how every rollout begins.
    expect(
      failing(conditions(['Available', 'False', 'MinimumReplicasUnavailable'], ['Progressing', 'True', 'x'])),
    ).toBe('');
  });

  test('a Pod without a node says what the scheduler says', () => {
    const message = '0/1 nodes are available: 1 Insufficient cpu.';
    const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
    const { verdict, waiting } = model({
      'api/nodes': [node('node-1')],
      'api/pods': [pod('a'), pod('b', { status: { phase: 'Pending', conditions: [condition] } })],
    });
    expect(verdict.text).toBe(message);
    expect(waiting.map(({ state }) => describePod(en, { ...(waiting[0] as PodCell), state }))).toEqual([
      'Pod a: Pending',
      `Pod a: Pending, ${message}`,
    ]);
  });

  test('a Pod that is in trouble is called what kubectl calls it, and by no phase that it is not in', () => {
    const waiting = (reason: string) => [{ name: 'c', ready: false, restartCount: 3, state: { waiting: { reason } } }];
    const pods = [
      pod('a', { nodeName: 'n', status: { phase: 'Running', containerStatuses: waiting('CrashLoopBackOff') } }),
      pod('b', {
        nodeName: 'n',
        status: {
          phase: 'Pending',
          initContainerStatuses: waiting('CrashLoopBackOff'),
          containerStatuses: [{ ...waiting('PodInitializing')[0], restartCount: 0 }],
        },
      }),
    ];
    const [box] = model({ 'api/nodes': [node('n')], 'api/pods': pods }).nodes;
    expect(box?.pods.map((cell) => describePod(en, cell))).toEqual([
      'Pod a: CrashLoopBackOff, 3 restarts, on n',
      'Pod b: Init:CrashLoopBackOff, 3 restarts, on n',
    ]);
    expect(box?.pods.map((cell) => describePod(zh, cell).includes(zh.cluster.words.failed))).toEqual([false, false]);
  });

  test('the message goes from who acts to whom, with its method and object', () => {
    const event = {
      position: 0,
      seq: 1,
      at: 0,
      cause: 0,
      level: 1,
      failed: false,
      actor: 'deployment-controller',
      target: 'kube-apiserver',
      verb: 'api.update',
      subject: 'replicasets/default/web-1',
      note: '200',
    } as const;
    const { message, touched } = clusterModel({ rows: {}, slots: new Map(), event });
    expect(message).toMatchObject({
      actor: 'deployment-controller',
      target: 'kube-apiserver',
      label: 'PUT replicaset/web-1',
      watch: false,
    });
    expect(touched).toBe('replicasets/default/web-1');
  });

  test('what is delivered to a process goes to the process, not to one of its controllers', () => {
    const event = {
      position: 0,
      seq: 1,
      at: 0,
      cause: 0,
      level: 0,
      failed: false,
      actor: 'kube-apiserver',
      target: 'kube-controller-manager',
      verb: 'watch.deliver',
      subject: 'nodes/node-1',
      note: 'MODIFIED',
    } as const;
    const { message, parts } = clusterModel({ rows: {}, slots: new Map(), event });
    const process = parts.find(({ actor }) => actor === 'kube-controller-manager');
    expect(process).toBeDefined();
    expect(message?.to).toBe(process);
    const garbage = clusterModel({
      rows: {},
      slots: new Map(),
      event: { ...event, actor: 'garbage-collector-controller', target: 'kube-apiserver', verb: 'api.get' },
    });
    expect(garbage.message?.from).toEqual(process);
  });

  test('a capsule stands beside a short way and on a long one, never outside the picture', () => {
    const box = (x: number, y = 0) => ({ x, y, w: 60, h: 30 });
    const place = (fromX: number, toX: number) =>
      capsulePlace(
        {
          from: box(fromX),
          to: box(toX),
          actor: '',
          target: '',
          label: 'PUT replicaset/web-1',
          watch: false,
          call: false,
          failed: false,
        },
        { busY: 50, width: 640 },
      );
    const long = place(0, 500);
    expect(long.stem).toBeUndefined();
    expect(long.x).toBeGreaterThan(30);
    const short = place(0, 100);
    expect(short.x).toBeGreaterThan(130);
    const right = place(500, 580);
    expect(right.x + right.w).toBeLessThan(530);
  });
});

describe('how a Pod is', () => {
  test.each([
    ['pending', {}, ''],
    ['pending', { status: { phase: 'Pending' } }, 'Pending'],
    [
      'starting',
      {
        nodeName: 'n',
        status: { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }] },
      },
      'ContainerCreating',
    ],
    ['running', { nodeName: 'n', status: { phase: 'Running' } }, ''],
    ['ready', { nodeName: 'n', status: ready }, ''],
    [
      'failed',
      {
        nodeName: 'n',
        status: { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }] },
      },
      'ImagePullBackOff',
    ],
    [
      'failed',
      {
        nodeName: 'n',
        status: { phase: 'Running', containerStatuses: [{ state: { terminated: { exitCode: 1, reason: 'Error' } } }] },
      },
      'Error',
    ],
    [
      'succeeded',
      {
        nodeName: 'n',
        status: {
          phase: 'Succeeded',
          containerStatuses: [{ state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
        },
      },
      'Completed',
    ],
    ['terminating', { nodeName: 'n', status: ready, deletionTimestamp: 'x' }, ''],
  ] as const)('%s', (look, options, reason) => {
    expect(podState(pod('p', options as PodOptions)[1] as never)).toMatchObject({ look, reason });
  });
});

test('the picture in words names every node, Pod and object, in both languages', () => {
  const tables = {
    'api/nodes': [node('node-1'), node('node-2', { status: {} })],
    'api/pods': [pod('a', { nodeName: 'node-1', status: ready }), pod('b')],
    'api/configmaps': [['default/c', { metadata: { name: 'c' }, data: { x: '1' } }] as const],
  };
  const outline = (ui: typeof en) =>
    describeCluster(ui, model(tables)).items.map(({ text, parts }) => [text, ...parts].join(' | '));
  expect(outline(en)).toEqual([
    'node-1: Ready, 0.25 of 4 CPU requested | Pod a: Ready, on node-1',
    'node-2: NotReady, 0 of 0 CPU requested, no Pods',
    'Waiting for a node | Pod b: Pending',
    'ConfigMap c: 1 key',
  ]);
  expect(outline(zh)).toEqual([
    'node-1：Ready、已请求 CPU 0.25，可分配 4 | Pod a：就绪，在 node-1',
    'node-2：NotReady、已请求 CPU 0，可分配 0、没有 Pod',
    '等待节点 | Pod b：Pending',
    'ConfigMap c：1 个键',
  ]);
});

test('CPU quantities', () => {
  expect(['500m', '2', '0.5', '', 'x', undefined].map(cpuMilli)).toEqual([500, 2000, 500, 0, 0, 0]);
});
