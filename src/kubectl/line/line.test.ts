import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shell, textOf } from '../testing/shell';
import { completeLine } from './complete';
import { parseFlags } from './flags';
import { jsonPath } from './json-path';
import { splitLine } from './words';
import { printYaml } from './yaml-print';

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: 'nginx:1.29', ports: [{containerPort: 80}]}
`;

function withWeb() {
  const lab = shell();
  lab.run('apply', lab.file(manifest));
  lab.wait(20_000_000);
  return lab;
}

describe('a line is read as a shell and kubectl read it', () => {
  test('quotes keep words together, and a pipe hands on', () => {
    expect(splitLine(`get pods -o jsonpath='{.items[*].metadata.name}' | grep "a b"`)).toEqual({
      pipeline: [
        ['get', 'pods', '-o', 'jsonpath={.items[*].metadata.name}'],
        ['grep', 'a b'],
      ],
    });
    expect(splitLine(`label pod a x="1 2"`)).toEqual({ pipeline: [['label', 'pod', 'a', 'x=1 2']] });
    expect(splitLine('get "pods')).toHaveProperty('error');
  });

  test('a flag may have its value beside it, behind it, or within its own word', () => {
    const known = [
      { name: 'output', short: 'o', type: 'text', usage: '' },
      { name: 'all-namespaces', short: 'A', type: 'bool', usage: '' },
    ] as const;
    for (const words of [
      ['-o', 'wide'],
      ['-owide'],
      ['-o=wide'],
      ['--output', 'wide'],
      ['--output=wide'],
      ['-Ao', 'wide'],
    ]) {
      const parsed = parseFlags(words, known);
      expect(parsed.error === undefined && parsed.flags.text('output'), words.join(' ')).toBe('wide');
    }
    expect(parseFlags(['--wide'], known)).toEqual({ error: 'unknown flag: --wide' });
    expect(parseFlags(['-x'], known)).toEqual({ error: "unknown shorthand flag: 'x' in -x" });
    expect(parseFlags(['-o'], known)).toEqual({ error: "flag needs an argument: 'o' in -o" });
  });

  test('no line breaks it, and none goes on for ever', () => {
    const lab = withWeb();
    const word = fc.constantFrom(
      ...[
        'kubectl',
        'k',
        'get',
        'describe',
        'delete',
        'rollout',
        'status',
        'set',
        'image',
        'pods',
        'deploy/web',
        'web',
        'svc,',
        '-o',
        'yaml',
        'jsonpath={',
        '-l',
        'a in (',
        '-w',
        '--all',
        '-n',
        '|',
        'grep',
        '(',
        '"',
        '--',
        'create',
        'wait',
        '--for=condition=',
        'x=',
        '-',
        '/',
        'patch',
        '-p',
        '{',
        'taint',
        'node-1',
        'k:',
        'explain',
        'apply',
        '-f',
        'auth',
        '--replicas=x',
        'label',
        'a-',
        'config',
        'top',
        'run',
        '--image=',
        'scale',
        '--timeout=1s',
      ],
    );
    const line = fc.oneof(
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      fc.string({ maxLength: 60 }),
    );
    fc.assert(
      fc.property(line, (typed) => {
        const run = lab.type(typed, { micros: 10_000 });
        // Long ones are ended as a person would.
        const ended = run.exitCode === undefined ? lab.interrupt() : run;
        expect(ended.exitCode, typed).toBeTypeOf('number');
      }),
      { numRuns: 300 },
    );
  });
});

describe('what goes on is shown as it happens', () => {
  test('get -w prints a row for each change, until it is interrupted', () => {
    const lab = withWeb();
    expect(lab.type('get deploy -w').exitCode).toBeUndefined();
    lab.run('scale', { resource: 'deployments', namespace: 'default', name: 'web', replicas: 3 });
    lab.wait(20_000_000);
    const runs = lab.kernel.table<{ lines: { text: string }[]; exitCode?: number }>('kubectl');
    const watching = runs.values().find((run) => run.exitCode === undefined);
    const rows = watching?.lines.map(({ text }) => text.replace(/\S+$/, 'AGE')) ?? [];
    expect(rows[0]).toBe('NAME   READY   UP-TO-DATE   AVAILABLE   AGE');
    expect(rows[1]).toBe('web    2/2     2            2           AGE');
    expect(rows).toContain('web    2/3     2            2           AGE');
    expect(rows.at(-1)).toBe('web    3/3     3            3           AGE');
    const open = lab.kernel
      .table<{ user: string }>('watches')
      .values()
      .filter(({ user }) => user === 'kubectl').length;
    expect(open).toBe(1);
    const id = runs.keys().find((key) => runs.get(key)?.exitCode === undefined);
    lab.run('interrupt', { run: id });
    expect(runs.get(id as string)).toMatchObject({ exitCode: 130 });
    expect(
      lab.kernel
        .table<{ user: string }>('watches')
        .values()
        .filter(({ user }) => user === 'kubectl'),
    ).toEqual([]);
  });

  test('rollout status ends when the rollout has', () => {
    const lab = withWeb();
    lab.type('set image deploy/web web=nginx:1.28', { micros: 1_000 });
    const run = lab.type('rollout status deploy/web', { micros: 60_000_000 });
    expect(run.exitCode).toBe(0);
    expect(run.lines[0]?.text).toContain('Waiting for deployment');
    expect(run.lines.at(-1)?.text).toBe('deployment "web" successfully rolled out');
  });

  test('wait gives up when its time is over', () => {
    const lab = withWeb();
    const run = lab.type('wait --for=condition=Nope deploy/web --timeout=10s', { micros: 9_000_000 });
    expect(run.exitCode).toBeUndefined();
    expect(lab.wait(2_000_000)).toMatchObject({ exitCode: 1 });
    expect(textOf(lab.last())).toBe('error: timed out waiting for the condition on deployments/web');
  });

  test('delete returns when the Pod is gone, and says so before', () => {
    const lab = withWeb();
    lab.type('run box --image=busybox -- sleep 3600', { micros: 10_000_000 });
    const run = lab.type('delete pod box', { micros: 500_000 });
    expect(textOf(run)).toBe('pod "box" deleted from default namespace');
    expect(run.exitCode).toBeUndefined();
    expect(lab.wait(40_000_000).exitCode).toBe(0);
  });

  test('a pipe sees what was printed', () => {
    const lab = withWeb();
    expect(textOf(lab.type('get pods -o name | head -1 | wc -l'))).toBe('1');
    expect(textOf(lab.type('get nodes | grep -v NAME | wc -l'))).toBe('2');
    expect(lab.type('get pods | awk x').exitCode).toBe(127);
  });
});

describe('Tab offers', () => {
  const names = (resource: string) =>
    resource === 'pods' ? ['web-1', 'web-2'] : resource === 'namespaces' ? ['default', 'kube-system'] : [];
  const offered = (line: string) => completeLine(line, names, 'default').words;

  test('verbs, kinds, names, namespaces and flags', () => {
    expect(offered('kubectl des')).toEqual(['describe']);
    expect(offered('rollout sta')).toEqual(['status']);
    expect(offered('get configm')).toEqual(['configmaps']);
    expect(offered('get pods ')).toEqual(['web-1', 'web-2']);
    expect(offered('delete pods web-1 ')).toEqual(['web-2']);
    expect(offered('describe pod/web-')).toEqual(['pod/web-1', 'pod/web-2']);
    expect(offered('logs -f ')).toEqual(['web-1', 'web-2']);
    expect(offered('exec web-2 -- ')).toEqual([]);
    expect(offered('get pods -n ku')).toEqual(['kube-system']);
    expect(offered('get pods --show-l')).toEqual(['--show-labels']);
    expect(offered('get pods -o wi')).toEqual(['wide']);
    expect(offered('get pods | gr')).toEqual(['grep']);
    expect(completeLine('get configm', names, 'default').from).toBe(4);
  });

  test('never breaks, whatever stands there', () => {
    fc.assert(fc.property(fc.string(), (line) => void completeLine(line, names, 'default')));
  });
});

describe('objects are printed', () => {
  test('as YAML that quotes what would be read as something else', () => {
    const object = {
      a: 'yes',
      b: '1',
      c: 'x: y',
      d: ['p', { q: 1, r: [] }],
      e: {},
      f: 'two\nlines\n',
      g: '2026-01-01T00:00:00Z',
      h: "it's",
    };
    expect(printYaml(object)).toBe(
      `a: "yes"\nb: "1"\nc: 'x: y'\nd:\n- p\n- q: 1\n  r: []\ne: {}\nf: |\n  two\n  lines\ng: "2026-01-01T00:00:00Z"\nh: it's\n`,
    );
  });

  test('a Secret holds the UTF-8 of what was given, in base64', () => {
    const lab = shell();
    const run = lab.type(
      "create secret generic s --from-literal=a='grüße' --from-literal=b=x --dry-run=client -o jsonpath='{.data.a} {.data.b}'",
    );
    expect(textOf(run)).toBe('Z3LDvMOfZQ== eA==');
  });

  test('by a JSONPath with ranges, filters and places', () => {
    const list = {
      items: [
        { n: 'a', v: 1 },
        { n: 'b', v: 2 },
      ],
    };
    const text = (template: string) => {
      const printed = jsonPath(template, list);
      return 'text' in printed ? printed.text : printed.error;
    };
    expect(text('{.items[*].n}')).toBe('a b');
    expect(text('{range .items[*]}{.n}={.v}{"\\n"}{end}')).toBe('a=1\nb=2\n');
    expect(text('{.items[?(@.n=="b")].v}')).toBe('2');
    expect(text('{.items[-1].n}')).toBe('b');
    expect(text('{.items[0]}')).toBe('{"n":"a","v":1}');
    expect(text('{.items')).toBe('unclosed action');
  });
});
