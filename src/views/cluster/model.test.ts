import { describe, expect, test } from 'vitest';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import type { Rows } from '../../store/lab-store';
import { cpuMilli } from './cpu';
import { describeCluster } from './describe';
import { clusterModel } from './model';
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
    expect(large.tiny).toBe(true);
    expect(large.nodes.reduce((sum, { pods: own }) => sum + own.length, 0)).toBe(1000);
  });

  test('on a phone everything is within its width, one node a row', () => {
    const pods = [0, 1, 2].map((i) => pod(`p${i}`, { nodeName: 'node-1' }));
    const narrow = clusterModel({
      rows: rows({ 'api/nodes': [node('node-1'), node('node-2')], 'api/pods': pods }),
      slots: new Map(pods.map(([key], i) => [key.slice('default/'.length), i])),
      event: undefined,
      width: 352,
    });
    const boxes = [...narrow.parts, ...narrow.nodes, ...narrow.nodes.flatMap(({ places }) => places), ...narrow.cards];
    expect(boxes.every(({ x, w }) => x >= 0 && x + w <= 352)).toBe(true);
    expect(new Set(narrow.nodes.map(({ y }) => y)).size).toBe(2);
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
});

describe('how a Pod is', () => {
  test.each([
    ['pending', {}, ''],
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
    ['succeeded', { nodeName: 'n', status: { phase: 'Succeeded' } }, 'Completed'],
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
