import { describe, expect, it } from 'vitest';
import { aggregateText } from '../field-error';
import type { Deployment, ReplicaSet } from '../types';
import { deploymentKind } from './deployment';
import { replicaSetKind } from './replica-set';

const template = { metadata: { labels: { app: 'w' } }, spec: { containers: [{ name: 'c', image: 'nginx:1.27' }] } };
const metadata = { name: 'w', namespace: 'default', resourceVersion: '5' };

const deploymentOf = (spec: object, meta: object = {}): Deployment =>
  deploymentKind.setDefaults({
    metadata: { ...metadata, ...meta },
    spec: { selector: { matchLabels: { app: 'w' } }, template, ...spec },
  } as Deployment);

const complaints = (deployment: Deployment) => aggregateText(deploymentKind.validate(deployment));

describe('a Deployment', () => {
  it('wants a positive surge or a positive unavailability', () => {
    const rollingUpdate = { maxSurge: 0, maxUnavailable: '0%' };
    expect(complaints(deploymentOf({ strategy: { type: 'RollingUpdate', rollingUpdate } }))).toBe(
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "0%": may not be 0 when `maxSurge` is 0',
    );
  });

  it('wants counts or percentages up to 100%', () => {
    const rollingUpdate = { maxSurge: '1x', maxUnavailable: '101%' };
    expect(complaints(deploymentOf({ strategy: { type: 'RollingUpdate', rollingUpdate } }))).toBe(
      "[spec.strategy.rollingUpdate.maxSurge: Invalid value: \"1x\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%'), " +
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%]',
    );
  });

  it('may not select all pods', () => {
    expect(complaints(deploymentOf({ selector: {} }))).toBe(
      'spec.selector: Invalid value: {}: empty selector is invalid for deployment',
    );
  });

  it('keeps its selector for life', () => {
    const old = deploymentKind.prepareForCreate(deploymentOf({}));
    const matchLabels = { app: 'w', tier: 'x' };
    const labels = { app: 'w', tier: 'x' };
    const changed = deploymentOf({ selector: { matchLabels }, template: { ...template, metadata: { labels } } });
    expect(aggregateText(deploymentKind.validateUpdate(changed, old))).toContain(
      'spec.selector: Invalid value: {"matchLabels":{"app":"w","tier":"x"}}: field is immutable',
    );
  });

  it('gets a new generation from a change of spec or annotations, not of labels or status', () => {
    const old = deploymentKind.prepareForCreate(deploymentOf({}));
    const generation = (changed: Deployment) => deploymentKind.prepareForUpdate(changed, old).metadata.generation;
    expect(old.metadata.generation).toBe(1);
    expect(generation({ ...old, spec: { ...old.spec, replicas: 2 } } as Deployment)).toBe(2);
    expect(generation({ ...old, metadata: { ...old.metadata, annotations: { a: 'b' } } })).toBe(2);
    expect(generation({ ...old, metadata: { ...old.metadata, annotations: {}, labels: { a: 'b' } } })).toBe(1);
    expect(generation({ ...old, status: { replicas: 9 } })).toBe(1);
  });

  it('ignores status in a normal update, and spec and labels in a status update', () => {
    const old = deploymentKind.prepareForCreate(deploymentOf({}));
    expect(deploymentKind.prepareForUpdate({ ...old, status: { replicas: 9 } }, old).status).toBe(old.status);
    const sent = { ...deploymentOf({ replicas: 9 }, { labels: { a: 'b' } }), status: { replicas: 2 } };
    const kept = deploymentKind.prepareForStatusUpdate(sent, old);
    expect(kept.spec).toBe(old.spec);
    expect(kept.metadata.labels).toBeUndefined();
    expect(kept.status).toEqual({ replicas: 2 });
  });

  it('reports its selector as text to those who scale it', () => {
    const matchExpressions = [{ key: 'tier', operator: 'In', values: ['b', 'a'] }];
    const scaled = deploymentOf({ selector: { matchLabels: { app: 'w' }, matchExpressions } });
    expect(deploymentKind.scale?.get(scaled)).toEqual({
      specReplicas: 1,
      statusReplicas: 0,
      selector: 'app=w,tier in (a,b)',
    });
    expect(deploymentKind.scale?.set(scaled, 4).spec?.replicas).toBe(4);
    expect(deploymentKind.scale?.set(scaled, 1)).toBe(scaled);
  });
});

describe('a ReplicaSet', () => {
  const replicaSet = replicaSetKind.setDefaults({
    metadata,
    spec: { selector: { matchLabels: { app: 'w' } }, template },
  } as ReplicaSet);

  it('may not report more ready than there are', () => {
    const old = replicaSetKind.prepareForCreate(replicaSet);
    const status = { replicas: 1, readyReplicas: 2, availableReplicas: 3 };
    expect(aggregateText(replicaSetKind.validateStatusUpdate({ ...old, status }, old))).toBe(
      '[status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas, ' +
        'status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas, ' +
        'status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas]',
    );
  });

  it('is told by the same words as a Deployment when its template does not match', () => {
    const wrong = {
      ...replicaSet,
      spec: { ...replicaSet.spec, selector: { matchLabels: { app: 'x' } } },
    } as ReplicaSet;
    expect(aggregateText(replicaSetKind.validate(wrong))).toBe(
      'spec.template.metadata.labels: Invalid value: {"app":"w"}: `selector` does not match template `labels`',
    );
  });
});
