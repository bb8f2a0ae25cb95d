import type { Cluster as ClusterType, KubeObject, Pod } from '../../engine';
import { Cluster, kindByGvk } from '../../engine';
import { parseManifests } from '../../engine/api/manifest';
import { type KubectlRun, kubectlProcess } from '../../kubectl';
import { podColumns } from '../../shared/print-pod';
import { type Expectation, readExpectation } from './expectation';

/** What became of one file. */
interface Report {
  readonly verdict: 'accepted' | 'rejected' | 'partly';
  readonly printed: readonly string[];
  /** One line for each object that is there at the end and was not before, except Events. */
  readonly state: readonly string[];
  /** Why it is so: the newest Event of each reason. */
  readonly reasons: readonly string[];
  /** Kinds of the file that are stored and not acted on. */
  readonly unattended: readonly string[];
  readonly pods: readonly { readonly name: string; readonly status: string }[];
  /** Virtual seconds until nothing but housekeeping was left; absent when that was not reached. */
  readonly restSeconds?: number;
}

/** The cluster of which an INDEX speaks: three workers of 4 CPU and 8 GiB. */
const nodes = ['worker-1', 'worker-2', 'worker-3'].map((name) => ({ name, capacity: { cpu: '4', memory: '8Gi' } }));
/** Long enough for back-offs to show and a lost node to be noticed. */
const limitMicros = 900e6;
const watched = 'api/';

function keysOf(cluster: ClusterType): Set<string> {
  const keys = new Set<string>();
  for (const [table, key] of objectsOf(cluster)) keys.add(`${table} ${key}`);
  return keys;
}

function* objectsOf({ kernel }: ClusterType): Generator<[string, string, KubeObject]> {
  for (const name of kernel.tableNames()) {
    if (!name.startsWith(watched) || name === 'api/events' || name === 'api/leases') continue;
    const table = kernel.table<KubeObject>(name);
    for (const key of table.keys()) yield [name.slice(watched.length), key, table.get(key) as KubeObject];
  }
}

function stateOf(resource: string, key: string, object: KubeObject): string {
  if (resource === 'pods') return `${resource}/${key} ${podColumns(object as Pod).status}`;
  const { status } = object as {
    status?: { phase?: string; conditions?: readonly { type: string; status: string }[] };
  };
  const conditions = (status?.conditions ?? []).filter((c) => c.status === 'True').map((c) => c.type);
  const said = [...(status?.phase ? [status.phase] : []), ...conditions].join(',');
  return said === '' ? `${resource}/${key}` : `${resource}/${key} ${said}`;
}

function reasonsOf({ kernel }: ClusterType): string[] {
  const newest = new Map<string, string>();
  for (const event of kernel.table<KubeObject>('api/events').values()) {
    const { reason, message, type } = event as unknown as { reason?: string; message?: string; type?: string };
    if (type === 'Warning') newest.set(reason ?? '', `${reason}: ${message}`);
  }
  return [...newest.values()];
}

/** Applies one file to a fresh cluster and runs it to rest. */
export function applyFile(name: string, text: string): Report {
  const cluster = new Cluster({ nodes, recording: 'off' }, [kubectlProcess]).boot();
  const { kernel } = cluster;
  kernel.runUntil(30e6);
  const before = keysOf(cluster);
  const { documents, errors, beforeError } = parseManifests(text);
  const objects = documents.slice(0, beforeError).map(({ object }) => object);
  const [error] = errors;
  const unread = error && { unread: `error parsing ${name}: ${error.message}` };
  const start = kernel.now;
  kernel.command({ to: 'kubectl', type: 'apply', payload: { file: name, text, objects, ...unread } });
  const rested = kernel.runUntilSettled(start + limitMicros);
  const restMicros = kernel.now - start;
  if (!rested) kernel.runUntil(start + limitMicros);
  const runs = kernel.table<KubectlRun>('kubectl');
  const run = runs.get(runs.keys()[runs.size - 1] as string) as KubectlRun;
  const done = run.lines.some(({ stream }) => stream === 'out');
  const added = [...objectsOf(cluster)].filter(([table, key]) => !before.has(`${table} ${key}`));
  const unattended = objects.flatMap(({ apiVersion, kind }) =>
    kindByGvk(String(apiVersion), String(kind))?.unattended ? [String(kind)] : [],
  );
  return {
    verdict: run.exitCode === 0 ? 'accepted' : done ? 'partly' : 'rejected',
    printed: run.lines.map((line) => line.text),
    state: added.map(([resource, key, object]) => stateOf(resource, key, object)),
    reasons: reasonsOf(cluster),
    unattended: [...new Set(unattended)],
    pods: added.flatMap(([resource, key, object]) =>
      resource === 'pods' ? [{ name: key, status: podColumns(object as Pod).status }] : [],
    ),
    ...(rested ? { restSeconds: Math.round(restMicros / 1e6) } : {}),
  };
}

/** STATUS texts between which a Pod goes to and fro, by the one that an INDEX names. */
const alternates: Readonly<Record<string, readonly string[]>> = {
  CrashLoopBackOff: ['Error', 'Running', 'Completed'],
  ImagePullBackOff: ['ErrImagePull'],
};

function podDifferences(report: Report, expectation: Expectation): string[] {
  const { podStates, running, madeUpImage, initContainers } = expectation;
  if (podStates.length === 0) return [];
  const allowed = new Set(podStates.flatMap((state) => [state, ...(alternates[state] ?? [])]));
  if (madeUpImage) allowed.add('Running');
  const found: string[] = [];
  for (const { name, status } of report.pods) {
    if (!allowed.has(status) && !(initContainers && status.startsWith('Init:')))
      found.push(`Pod ${name} is ${status}, not ${podStates.join(' or ')}`);
  }
  if (report.pods.length === 0) found.push(`no Pod, though ${podStates.join(' or ')} is expected`);
  const runs = report.pods.filter(
    ({ status }) => status === 'Running' || (initContainers && status.startsWith('Init:')),
  ).length;
  if (running !== undefined && runs !== running) found.push(`${runs} Pods are Running, not ${running}`);
  return found;
}

/** In what a report differs from what an INDEX says; empty when they agree. */
export function differences(report: Report, text: string): string[] {
  const expectation = readExpectation(text);
  const { verdict, words, warns, unsure } = expectation;
  const found: string[] = [];
  const agrees = verdict === 'mixed' ? report.verdict !== 'accepted' : report.verdict === verdict;
  if (!agrees) return [`it was ${report.verdict}`];
  // Go's decoder names the structs that it inlines, too.
  const output = report.printed.join('\n').replace(/\.[A-Z]\w*(?=\.)/g, '');
  for (const word of words) if (!output.includes(word)) found.push(`the output does not say: ${word}`);
  if (warns && !output.includes('Warning: ')) found.push('there was no Warning');
  if (unsure || report.unattended.length > 0) return found;
  return [...found, ...podDifferences(report, expectation)];
}
