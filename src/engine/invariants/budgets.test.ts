import { describe, expect, it } from 'vitest';
import { Cluster } from '../cluster';
import { watchInvariants } from '.';

/** A cluster into whose tables rows are put past the API server, and what the invariants find then. */
function broken(rows: readonly (readonly [table: string, key: string, row: unknown])[]): string[] {
  const { context } = new Cluster({ nodes: [] }).boot();
  const found = watchInvariants(context);
  found();
  const problems: string[] = [];
  for (const [table, key, row] of rows) {
    context.kernel.perform(() => {
      context.kernel.emit({ actor: 'test', verb: 'fault', subject: key, level: 'micro' });
      context.kernel.table(table).set(key, row);
    });
    problems.push(...found().map(({ invariant }) => invariant));
  }
  return problems;
}

const quotas = 'api/resourcequotas';
const hard = { pods: '2' };
const quota = (used: string, bound: Record<string, string> = hard) => ({
  metadata: { name: 'q', namespace: 'default' },
  status: { hard: bound, used: { pods: used } },
});

const pods = 'api/pods';
const ready = { type: 'Ready', status: 'True' };
const evicted = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' };
const metadata = { name: 'p', namespace: 'default', labels: { app: 'web' } };
const running = { metadata, status: { phase: 'Running', conditions: [ready] } };
const going = {
  metadata: { ...metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
  status: { phase: 'Running', conditions: [ready, evicted] },
};
const budget = (disruptedPods: Record<string, string>) => ({
  metadata: { name: 'b', namespace: 'default' },
  spec: { selector: { matchLabels: { app: 'web' } } },
  status: { disruptedPods },
});

describe('invariants of quotas and budgets', () => {
  it('find a quota that was charged beyond its bound, and none that was made smaller', () => {
    const name = 'nothing is let in beyond a quota';
    expect(
      broken([
        [quotas, 'default/q', quota('2')],
        [quotas, 'default/q', quota('3')],
      ]),
    ).toContain(name);
    expect(
      broken([
        [quotas, 'default/q', quota('2')],
        [quotas, 'default/q', quota('2', { pods: '1' })],
      ]),
    ).not.toContain(name);
  });

  it('find an eviction of which the budget knows nothing', () => {
    const name = 'a ready Pod is evicted only when its budget has written it down';
    const run = (disruptedPods: Record<string, string>) =>
      broken([
        ['api/poddisruptionbudgets', 'default/b', budget(disruptedPods)],
        [pods, 'default/p', running],
        [pods, 'default/p', going],
      ]);
    expect(run({})).toContain(name);
    expect(run({ p: '2026-01-01T00:00:00Z' })).not.toContain(name);
  });
});
