import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../api/meta';
import { Cluster } from '../../cluster';
import type { ApiRequest, ApiResponse } from '../http';

function server() {
  const cluster = new Cluster({ nodes: [] }).boot();
  cluster.kernel.runUntil(1_000_000);
  const send = (request: Omit<ApiRequest, 'user'>): ApiResponse => {
    let response: ApiResponse | undefined;
    cluster.kernel.perform(() => {
      response = cluster.context.api.handle({ user: 'kubectl', ...request });
    });
    return response as ApiResponse;
  };
  const path = '/apis/apps/v1/namespaces/default/deployments/web';
  const container = (name: string, more: object = {}) => ({ name, image: `${name}:1`, ...more });
  const config = (spec: object, containers: object[] = [container('app')]) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers } },
      ...spec,
    },
  });
  const apply = (fieldManager: string, body: unknown, force = false): ApiResponse =>
    send({
      method: 'PATCH',
      path,
      contentType: 'application/apply-patch+yaml',
      query: { fieldManager, ...(force ? { force: 'true' } : {}) },
      body,
    });
  return { cluster, send, apply, config, container, path };
}

type Stored = KubeObject & {
  spec: { replicas: number; template: { spec: { containers: { name: string; env?: unknown[] }[] } } };
};

describe('server-side apply', () => {
  test('creates what is not there, owned by who applied it', () => {
    const { apply, config } = server();
    const created = apply('tool', config({ replicas: 2 }));
    expect(created.code).toBe(201);
    const [entry] = (created.body as Stored).metadata.managedFields ?? [];
    expect(entry).toMatchObject({ manager: 'tool', operation: 'Apply', apiVersion: 'apps/v1', fieldsType: 'FieldsV1' });
    expect(entry?.fieldsV1).toEqual({
      'f:spec': {
        'f:replicas': {},
        'f:selector': {},
        'f:template': {
          'f:metadata': { 'f:labels': { 'f:app': {} } },
          'f:spec': { 'f:containers': { 'k:{"name":"app"}': { '.': {}, 'f:image': {}, 'f:name': {} } } },
        },
      },
    });
  });

  test('of the same again changes nothing', () => {
    const { apply, config } = server();
    const first = apply('tool', config({ replicas: 2 })).body as Stored;
    const second = apply('tool', config({ replicas: 2 })).body as Stored;
    expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
  });

  test('of another value than another manager set is a conflict that names fields and managers, unless it is forced', () => {
    const { apply, config, container } = server();
    apply('one', config({ replicas: 2 }));
    const other = config({ replicas: 3 }, [container('app', { image: 'app:2' })]);
    expect(apply('two', other).body).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: [
        'Apply failed with 2 conflicts: conflicts with "one":',
        '- .spec.replicas',
        '- .spec.template.spec.containers[name="app"].image',
      ].join('\n'),
    });
    const forced = apply('two', other, true).body as Stored;
    expect(forced.spec.replicas).toBe(3);
    const owners = (forced.metadata.managedFields ?? []).map(({ manager, fieldsV1 }) => [
      manager,
      JSON.stringify(fieldsV1).includes('f:replicas'),
    ]);
    expect(owners).toEqual([
      ['one', false],
      ['two', true],
    ]);
  });

  test('of the same value shares the field, and nobody takes it away alone', () => {
    const { apply, config } = server();
    apply('one', config({ replicas: 2 }));
    expect(apply('two', config({ replicas: 2 })).code).toBe(200);
    expect((apply('one', config({})).body as Stored).spec.replicas).toBe(2);
    expect((apply('two', config({})).body as Stored).spec.replicas).toBe(1);
  });

  test('takes out the items of a list that its manager alone had, and leaves those of others', () => {
    const { apply, config, container } = server();
    apply('one', config({}, [container('app'), container('old')]));
    apply('two', { ...config({}, [container('side')]) });
    const after = apply('one', config({}, [container('app')])).body as Stored;
    expect(after.spec.template.spec.containers.map(({ name }) => name).sort()).toEqual(['app', 'side']);
  });

  test('without a manager, or with managers in the object, is refused', () => {
    const { send, apply, config, path } = server();
    const nameless = send({ method: 'PATCH', path, contentType: 'application/apply-patch+yaml', body: config({}) });
    expect(nameless.body).toMatchObject({
      code: 422,
      message: 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    });
    const owned = { ...config({}), metadata: { name: 'web', managedFields: [{ manager: 'x' }] } };
    expect(apply('tool', owned).body).toMatchObject({ code: 400, message: 'metadata.managedFields must be nil' });
  });

  test('of an object that was made in another way finds its fields owned by what was before', () => {
    const { send, apply, config } = server();
    send({ method: 'POST', path: '/apis/apps/v1/namespaces/default/deployments', body: config({ replicas: 2 }) });
    expect(apply('tool', config({ replicas: 3 })).body).toMatchObject({ code: 409, reason: 'Conflict' });
    expect(apply('tool', config({ replicas: 2 })).code).toBe(200);
  });

  test('is followed by the updates of others, who own what they change', () => {
    const { send, apply, config, path } = server();
    apply('tool', config({ replicas: 2 }));
    const patched = send({
      method: 'PATCH',
      path,
      contentType: 'application/merge-patch+json',
      query: { fieldManager: 'kubectl-scale' },
      body: { spec: { replicas: 5 } },
    }).body as Stored;
    const updater = patched.metadata.managedFields?.find(({ operation }) => operation === 'Update');
    expect(updater).toMatchObject({ manager: 'kubectl-scale', fieldsV1: { 'f:spec': { 'f:replicas': {} } } });
    expect(apply('tool', config({ replicas: 2 })).body).toMatchObject({ code: 409 });
  });
});
