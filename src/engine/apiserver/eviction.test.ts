import { describe, expect, it } from 'vitest';
import type { Pod, PodDisruptionBudget } from '../api/types';
import { Cluster } from '../cluster';
import type { ApiRequest, ApiResponse } from './http';

function scene(status: object, spec: object = {}) {
  const cluster = new Cluster({ nodes: [] }).boot();
  const { kernel, api } = cluster.context;
  kernel.runUntil(1e6);
  const send = (request: Omit<ApiRequest, 'user'>): ApiResponse => {
    let response: ApiResponse | undefined;
    kernel.perform(() => {
      response = api.handle({ user: 'kubectl', ...request });
    });
    return response as ApiResponse;
  };
  const pods = '/api/v1/namespaces/default/pods';
  const body = {
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: { nodeName: 'gone', containers: [{ name: 'c', image: 'i' }] },
  };
  send({ method: 'POST', path: pods, body });
  const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
  send({ method: 'PUT', path: `${pods}/web/status`, body: { ...body, status: ready } });
  const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
  const budget = { metadata: { name: 'budget' }, spec: { minAvailable: 1, selector: {}, ...spec } };
  send({ method: 'POST', path: budgets, body: budget });
  send({ method: 'PUT', path: `${budgets}/budget/status`, body: { ...budget, status } });
  const evict = (eviction: object = {}, query: Record<string, string> = {}) =>
    send({ method: 'POST', path: `${pods}/web/eviction`, query, body: { metadata: { name: 'web' }, ...eviction } });
  return {
    kernel,
    evict,
    pod: () => kernel.table<Pod>('api/pods').get('default/web'),
    budget: () => kernel.table<PodDisruptionBudget>('api/poddisruptionbudgets').get('default/budget')?.status,
  };
}

const open = { observedGeneration: 1, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 };

describe('an eviction', () => {
  it('uses up the budget, says on the Pod why it goes, and deletes it with its own grace', () => {
    const { evict, pod, budget } = scene(open);
    const { code, body } = evict();
    expect(code).toBe(201);
    expect(body).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
    expect(pod()?.metadata).toMatchObject({ deletionGracePeriodSeconds: 30 });
    expect(pod()?.status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }),
    );
    expect(budget()).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { web: '2026-01-01T00:00:01Z' },
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods', observedGeneration: 1 }],
    });
  });

  it('as a dry run changes nothing, whether the request or the eviction says so', () => {
    const { evict, pod, budget } = scene(open);
    const before = [pod(), budget()];
    expect(evict({}, { dryRun: 'All' }).code).toBe(201);
    expect(evict({ deleteOptions: { dryRun: ['All'] } }).code).toBe(201);
    expect([pod(), budget()]).toEqual(before);
  });

  it('is told that the budget could not be worked out', () => {
    const conditions = [
      {
        type: 'DisruptionAllowed',
        status: 'False',
        reason: 'SyncFailed',
        message: 'found no controllers for pod "web"',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ];
    const { evict, pod } = scene({ observedGeneration: 1, disruptionsAllowed: 0, conditions });
    const { code, body } = evict();
    expect(code).toBe(429);
    expect(body).toMatchObject({
      reason: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: {
        causes: [
          {
            reason: 'DisruptionBudget',
            message:
              'The disruption budget budget does not allow evicting pods currently because it failed sync: found no controllers for pod "web"',
          },
        ],
      },
    });
    expect(pod()?.metadata.deletionTimestamp).toBeUndefined();
  });

  it('that is refused by its precondition leaves the budget as it was', () => {
    const { evict, budget } = scene(open);
    expect(evict({ deleteOptions: { preconditions: { uid: 'another' } } }).code).toBe(409);
    expect(budget()).toMatchObject({ disruptionsAllowed: 1 });
  });
});
