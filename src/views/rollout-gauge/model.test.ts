import { beforeAll, describe, expect, test } from 'vitest';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import { deploymentText, RealRun } from '../testing/real-run';
import { describeGauge } from './describe';
import { cellLimit, change, drawGauge } from './draw';
import { deploymentAt, type GaugeModel, gaugeModel } from './model';
import { gaugeSvg } from './svg';

const counts = (model: GaugeModel | undefined) => model?.sets.map(({ role, pods, wanted }) => [role, pods, wanted]);

/** The gauge at each event of a run that changes it. */
function history(run: RealRun, from: number): GaugeModel[] {
  const models: GaugeModel[] = [];
  let last = '';
  for (let position = from; position < run.lab.length; position++) {
    run.lab.seek(position);
    const event = run.lab.event(position);
    if (!event?.changes.some(({ table }) => table.startsWith('api/'))) continue;
    const model = gaugeModel(run.rows(), 'default/web');
    const text = JSON.stringify(model);
    if (model && text !== last) models.push(model);
    last = text;
  }
  return models;
}

describe('ten replicas at 25 %/25 %', () => {
  let run: RealRun;
  let models: GaugeModel[];
  beforeAll(async () => {
    run = await RealRun.start();
    run.apply(deploymentText(10));
    const from = run.lab.length;
    run.apply(deploymentText(10, 'nginx:1.30'));
    models = history(run, from);
  });

  test('the floor is 8 and the ceiling 13, as the controller has resolved them', () => {
    for (const { bounds } of models)
      expect(bounds).toMatchObject({ desired: 10, minAvailable: 8, maxTotal: 13, maxSurge: 3, maxUnavailable: 2 });
  });

  test('the new ReplicaSet is created with 3 and the old one goes to 8 in the same rollout, before any new Pod is there', () => {
    const first = models.find(({ sets }) => sets.some(({ role, wanted }) => role === 'new' && wanted === 3));
    expect(counts(first)).toContainEqual(['new', 0, 3]);
    const shrunk = models.find(({ sets }) => sets.some(({ role, wanted }) => role === 'old' && wanted === 8));
    expect(counts(shrunk)).toContainEqual(['old', 10, 8]);
    expect(shrunk?.cells.filter(({ going }) => going).length).toBe(2);
  });

  test('available ones stand first, and never fewer than the floor; what is asked for never passes the ceiling', () => {
    for (const { cells, available, wanted } of models) {
      expect(available).toBeGreaterThanOrEqual(8);
      expect(wanted).toBeLessThanOrEqual(13);
      const firstOther = cells.findIndex(({ state }) => state !== 'available');
      expect(firstOther < 0 ? cells.length : firstOther).toBe(available);
    }
  });

  test('a place is promised before its Pod is created, and a Pod that is being terminated counts for nothing', () => {
    expect(models.some(({ cells }) => cells.some(({ state, pod }) => state === 'promised' && pod === ''))).toBe(true);
    const leaving = models.find(({ leaving }) => leaving.length > 0) as GaugeModel;
    expect(leaving.cells.some(({ pod }) => leaving.leaving.some((other) => other.pod === pod))).toBe(false);
    const shown = drawGauge(en, leaving, 'dock', true).stops.map(({ id }) => id);
    expect(shown).toContain(leaving.leaving[0]?.id);
    expect(drawGauge(en, leaving, 'dock').stops.map(({ id }) => id)).not.toContain(leaving.leaving[0]?.id);
  });

  test('at rest there are ten new Pods, and the numbers say so in both languages', () => {
    const last = models[models.length - 1] as GaugeModel;
    expect(counts(last)).toEqual([['new', 10, 10]]);
    expect(describeGauge(en, last).summary).toBe(
      'Deployment web: 10 Pods, 10 available. At least 8 must be available, at most 13 may exist.',
    );
    expect(describeGauge(zh, last).summary).toBe(
      'Deployment web：10 个 Pod，10 个可用。至少要有 8 个可用，最多可有 13 个。',
    );
  });

  test('no cell moves while the rollout goes on: places and bounds stay where they are', () => {
    const places = new Set(models.map((model) => JSON.stringify(drawGauge(en, model, 'dock').stops[7]?.box)));
    expect(places.size).toBe(1);
  });

  test('the picture leaves the page as a file with real text, a title and a description', () => {
    const file = gaugeSvg(en, models[3] as GaugeModel, 'picture', 'Clusterglass · <seed 7>', { '--ink': '#000' });
    expect(file).toContain('<title id="title">Rollout of web</title>');
    expect(file).toContain('floor: 8 available');
    expect(file).toContain('Clusterglass · &lt;seed 7&gt;');
    expect(file).not.toMatch(/var\(|<script|href/);
    expect(new Set(file.match(/<(\w+)/g)).size).toBeGreaterThan(5);
  });
});

describe('any Deployment', () => {
  test('with Recreate there is no floor, and for a while nothing is available', async () => {
    const run = await RealRun.start();
    const recreate = '  strategy: {type: Recreate}\n';
    run.apply(deploymentText(2, 'nginx:1.29', recreate));
    const from = run.lab.length;
    run.apply(deploymentText(2, 'nginx:1.30', recreate));
    const models = history(run, from);
    expect(models.every(({ bounds }) => bounds === undefined)).toBe(true);
    expect(Math.min(...models.map(({ available }) => available))).toBe(0);
    expect(describeGauge(en, models[0] as GaugeModel).summary).toContain('Recreate has no floor');
  });

  test('a restart changes one annotation of the template: the ReplicaSet from before it is an old one', async () => {
    const run = await RealRun.start();
    run.apply(deploymentText(2));
    const from = run.lab.length;
    const stamp = '      annotations: {kubectl.kubernetes.io/restartedAt: "2026-01-01T00:00:10Z"}\n';
    run.apply(deploymentText(2).replace('      labels:\n        app: web\n', (labels) => labels + stamp));
    const both = history(run, from).find(({ sets }) => sets.length === 2);
    expect(both?.sets.map(({ role }) => role)).toEqual(['old', 'new']);
  });

  test('more than forty Pods are bars with a number instead of cells', async () => {
    const run = await RealRun.start();
    run.apply(deploymentText(60));
    const model = gaugeModel(run.rows(), 'default/web') as GaugeModel;
    expect(model.cells.length).toBeGreaterThan(cellLimit);
    const { stops } = drawGauge(en, model, 'dock');
    expect(stops.length).toBe(1);
    expect(stops[0]?.name).toMatch(/^60 of web-\w+: available$/);
  });

  test('with minReadySeconds a Ready Pod is available only when the controller has counted it', async () => {
    const run = await RealRun.start();
    run.apply(deploymentText(1, 'nginx:1.29', '  minReadySeconds: 10\n'));
    const models = history(run, 0);
    const ready = models.filter(({ cells }) => cells.some(({ state }) => state === 'starting'));
    expect(ready.length).toBeGreaterThan(0);
    expect(models[models.length - 1]?.available).toBe(1);
  });

  test('the new ReplicaSet is the one made from the Deployment’s template: none at first, and an old one again after a way back', async () => {
    const run = (await RealRun.start()).apply(deploymentText(2));
    const rolesAtWrite = (image: string): (readonly string[])[] => {
      const from = run.lab.length - 1;
      run.apply(deploymentText(2, image));
      run.goTo(
        ({ verb, changes }) => verb.startsWith('api.') && changes.some(({ table }) => table === 'api/deployments'),
        from,
      );
      const sets = gaugeModel(run.rows(), 'default/web')?.sets ?? [];
      const roles = sets.map(({ role, revision }) => [role, revision]);
      run.lab.seek(run.lab.length - 1);
      return roles;
    };
    // The controller has not heard of it yet, so the revision says nothing.
    expect(rolesAtWrite('nginx:1.30')).toEqual([['old', '1']]);
    expect(gaugeModel(run.rows(), 'default/web')?.sets).toMatchObject([{ role: 'new', revision: '2', pods: 2 }]);
    expect(rolesAtWrite('nginx:1.29')).toEqual([
      ['old', '2'],
      ['new', '1'],
    ]);
  });

  test('the gauge is that of the Deployment that the event at the cursor is about', async () => {
    const run = await RealRun.start();
    run.apply(deploymentText(1).replace('name: web\nspec', 'name: web-api\nspec'));
    run.apply(deploymentText(1));
    const rows = run.rows();
    expect(deploymentAt(rows, 'deployments/default/web-api')).toBe('default/web-api');
    expect(deploymentAt(rows, 'replicasets/default/web-api-abc')).toBe('default/web-api');
    expect(deploymentAt(rows, 'pods/default/web-7c9-x2m4')).toBe('default/web');
    expect(deploymentAt(rows, 'nodes/node-1')).toBe('default/web-api');
    expect(deploymentAt({}, '')).toBeUndefined();
  });

  test('a number says where it goes only while it goes somewhere', () => {
    expect(change(4, 3)).toBe('4→3');
    expect(change(3, 3)).toBe('3');
  });
});
