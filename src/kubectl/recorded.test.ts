import { describe, expect, test } from 'vitest';
import recorded from './testing/recorded.json';
import { shell } from './testing/shell';

interface Recorded {
  readonly command: string;
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  readonly requests: readonly (readonly [string, string, Readonly<Record<string, string>>])[];
}

const pod = (name: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: web, pod-template-hash: 7c9b}}
spec:
  nodeName: node1
  containers: [{name: web, image: 'nginx:1.25'}]
`;
const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: 2
  selector: {matchLabels: {app: web, tier: front}}
  template:
    metadata: {labels: {app: web, tier: front}}
    spec:
      containers: [{name: web, image: 'nginx:1.25', ports: [{containerPort: 80}]}]
`;

/** The recorded cluster's objects, as far as the commands speak of them. */
function recordedCluster(withDeployment: boolean) {
  const lab = shell(0);
  lab.run(
    'apply',
    lab.file(
      [pod('web-7c9b-aaaaa'), pod('web-7c9b-bbbbb'), 'apiVersion: v1\nkind: Node\nmetadata: {name: node1}\n'].join(
        '---\n',
      ),
    ),
  );
  if (withDeployment) lab.run('apply', lab.file(web));
  return lab;
}

/** How the lab is told a command whose argument the shell would have had in quotes. */
const quoted = (command: string) => command.replace(/ -p (.*)$/, " -p '$1'").replace(/(jsonpath=\{.*\})$/, "'$1'");

/** Newer kubectl says the namespace of what it deletes, and leaves empty times out. */
const newer = (text: string) => text.replace(/^ *creationTimestamp: null\n/gm, '');

/** Asks for no more than what the recording asks for: a wait's own time limit is drawn by chance. */
function asked(requests: Recorded['requests']): string[] {
  return requests
    .filter(([, path]) => !path.startsWith('/openapi'))
    .map(([method, path, query]) => {
      const { timeoutSeconds: _, resourceVersion: __, fieldSelector, ...rest } = query;
      const fields = fieldSelector ? { fieldSelector: fieldSelector.split(',').sort().join(',') } : {};
      const pairs = Object.entries({ ...rest, ...fields }).map(([key, value]) => `${key}=${value}`);
      return `${method} ${path}${pairs.length > 0 ? `?${pairs.sort().join('&')}` : ''}`;
    });
}

const commands = recorded.commands as unknown as Recorded[];

describe('the words, exit codes and requests that a real kubectl was recorded with', () => {
  test.each(commands.map((one) => [one.command, one] as const))('%s', (_, one) => {
    const lab = recordedCluster(/deploy|rollout|scale/.test(one.command));
    const before = lab.kernel.trace.length;
    const run = lab.type(quoted(one.command), { micros: 5_000_000 });
    const text = (stream: string) =>
      run.lines
        .filter((line) => line.stream === stream)
        .map((line) => `${line.text}\n`)
        .join('');
    expect(text('err')).toBe(one.err);
    expect(text('out')).toBe(newer(one.out.endsWith('\n') || one.out === '' ? one.out : `${one.out}\n`));
    expect(run.exitCode).toBe(one.exitCode);
    const sent = lab.kernel.trace.events.slice(before).flatMap(({ actor, detail }) => {
      const {
        method,
        path,
        query = {},
      } = (detail ?? {}) as { method?: string; path?: string; query?: Record<string, string> };
      return actor === 'kubectl' && method ? [[method, path as string, query] as const] : [];
    });
    expect(asked(sent)).toEqual(asked(one.requests));
  });
});
