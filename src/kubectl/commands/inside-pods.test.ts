import { describe, expect, test } from 'vitest';
import { shell, textOf } from '../testing/shell';

const box = `apiVersion: v1
kind: Pod
metadata: {name: box, labels: {run: box}}
spec:
  containers:
  - name: box
    image: busybox:1.36
    command: [sh, -c, "echo one; echo two; sleep 60; echo three; sleep 36000"]
    env: [{name: COLOR, value: red}]
`;
const pair = `apiVersion: v1
kind: Pod
metadata: {name: pair}
spec:
  containers:
  - {name: a, image: 'busybox:1.36', command: [sh, -c, 'echo from a; sleep 36000']}
  - {name: b, image: 'busybox:1.36', command: [sh, -c, 'echo from b; sleep 36000']}
`;
const web = (budget: number) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: 'busybox:1.36', command: [sh, -c, 'echo ready; sleep 36000']}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: ${budget}, selector: {matchLabels: {app: web}}}
`;

function lab(...texts: string[]) {
  const made = shell();
  for (const text of texts) made.run('apply', made.file(text));
  made.wait(30_000_000);
  return made;
}

describe('kubectl logs', () => {
  test('prints what a container has said, all of it or its end', () => {
    const { type } = lab(box);
    expect(textOf(type('logs box'))).toBe('one\ntwo');
    expect(textOf(type('logs box --tail=1'))).toBe('two');
    expect(textOf(type('logs box --timestamps --tail=1'))).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z two$/);
    expect(type('logs box --since=1s')).toMatchObject({ lines: [], exitCode: 0 });
    expect(textOf(type('logs -l run=box --prefix'))).toBe('[pod/box/box] one\n[pod/box/box] two');
  });

  test('follows a log until it is interrupted', () => {
    const { type, wait, interrupt } = lab(box);
    expect(type('logs -f box').exitCode).toBeUndefined();
    expect(textOf(wait(60_000_000))).toBe('one\ntwo\nthree');
    expect(interrupt()).toMatchObject({ exitCode: 130 });
  });

  test('a followed log ends with its container', () => {
    const { type, wait } = lab(box.replace('sleep 36000', 'exit 0').replace('spec:', 'spec:\n  restartPolicy: Never'));
    type('logs -f box');
    expect(wait(90_000_000)).toMatchObject({ exitCode: 0 });
    expect(textOf(wait(0))).toBe('one\ntwo\nthree');
  });

  test('takes the first of a Deployment’s Pods, and says so', () => {
    const { type } = lab(web(1));
    expect(textOf(type('logs deploy/web'))).toMatch(/^Found 2 pods, using pod\/web-[\w-]+\nready$/);
  });

  test('says which container it took, and complains as kubectl does', () => {
    const { type } = lab(pair);
    expect(textOf(type('logs pair'))).toBe('Defaulted container "a" out of: a, b\nfrom a');
    expect(textOf(type('logs pair -c b'))).toBe('from b');
    expect(textOf(type('logs pair --all-containers'))).toBe('from a\nfrom b');
    expect(type('logs pair -c nope')).toMatchObject({
      exitCode: 1,
      lines: [{ stream: 'err', text: 'error: container nope is not valid for pod pair' }],
    });
    expect(textOf(type('logs none'))).toBe('Error from server (NotFound): pods "none" not found');
    expect(textOf(type('logs pair -p'))).toBe(
      'Defaulted container "a" out of: a, b\nError from server (BadRequest): previous terminated container "a" in pod "pair" not found',
    );
    expect(textOf(type('logs'))).toMatch(
      /^error: expected 'logs \[-f\] \[-p\] \(POD \| TYPE\/NAME\) \[-c CONTAINER\]'/,
    );
  });
});

describe('kubectl exec', () => {
  test('runs a command in a container; its exit code becomes kubectl’s', () => {
    const { type } = lab(box);
    const ran = type(`exec box -- sh -c 'echo $COLOR; echo no >&2; exit 3'`);
    expect(ran.exitCode).toBe(3);
    expect(ran.lines).toEqual([
      { stream: 'out', text: 'red' },
      { stream: 'err', text: 'no' },
      { stream: 'err', text: 'command terminated with exit code 3' },
    ]);
    expect(type('exec box -- cat /etc/hostname')).toMatchObject({ exitCode: 0, lines: [{ text: 'box' }] });
  });

  test('a command that reads finds nothing to read', () => {
    const { type } = lab(box);
    expect(type('exec -i box -- cat')).toMatchObject({ exitCode: 0, lines: [] });
    expect(type('exec -it box -- sh')).toMatchObject({
      exitCode: 0,
      lines: [{ stream: 'err', text: 'Unable to use a TTY - input is not a terminal or the right kind of file' }],
    });
  });

  test('an interrupt ends a command that goes on', () => {
    const { type, interrupt } = lab(box);
    expect(type('exec box -- sleep 100').exitCode).toBeUndefined();
    expect(interrupt().exitCode).toBe(130);
  });

  test('complains as kubectl does', () => {
    const { type } = lab(box);
    expect(textOf(type('exec box ls'))).toMatch(/^error: exec \[POD\] \[COMMAND\] is not supported anymore\./);
    expect(textOf(type('exec box'))).toBe('error: you must specify at least one command for the container');
    expect(textOf(type('exec box -- nope'))).toMatch(
      /^error: Internal error occurred: error executing command in container: .*"nope": executable file not found in \$PATH: unknown$/,
    );
  });
});

describe('kubectl drain', () => {
  const nodeOf = (made: ReturnType<typeof lab>) =>
    textOf(made.type(`get pods -o jsonpath='{.items[0].spec.nodeName}'`)).trim();

  test('cordons a node, evicts its Pods, and waits until they are gone', () => {
    const made = lab(web(0));
    const node = nodeOf(made);
    made.type(`drain ${node} --ignore-daemonsets`);
    const ran = made.wait(120_000_000);
    expect(ran.exitCode).toBe(0);
    expect(textOf(ran)).toMatch(new RegExp(`^node/${node} cordoned\n`));
    expect(textOf(ran)).toMatch(/\nevicting pod default\/web-[\w-]+\n(.*\n)*pod\/web-[\w-]+ evicted\n/);
    expect(textOf(ran)).toMatch(new RegExp(`\nnode/${node} drained$`));
    expect(textOf(made.type(`get pods --field-selector spec.nodeName=${node}`))).toContain('No resources found');
  });

  test('a budget that allows no disruption is asked again after five seconds', () => {
    const made = lab(web(2));
    const node = nodeOf(made);
    made.type(`drain ${node} --ignore-daemonsets`);
    const ran = made.wait(12_000_000);
    expect(ran.exitCode).toBeUndefined();
    expect(textOf(ran)).toContain(
      "(will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.",
    );
    expect(made.interrupt().exitCode).toBe(130);
  });

  test('a Pod that nothing would make again needs --force', () => {
    const made = lab(box);
    const node = nodeOf(made);
    const ran = made.type(`drain ${node}`);
    expect(ran.exitCode).toBe(1);
    const why = 'cannot delete cannot delete Pods that declare no controller (use --force to override): default/box';
    expect(textOf(ran)).toBe(
      `node/${node} cordoned\nerror: unable to drain node "${node}" due to error: ${why}, continuing command...\nThere are pending nodes to be drained:\n ${node}\n${why}`,
    );
    made.type(`drain ${node} --force`);
    const forced = made.wait(60_000_000);
    expect(textOf(forced)).toBe(
      `node/${node} already cordoned\nWarning: deleting Pods that declare no controller: default/box\nevicting pod default/box\npod/box evicted\nnode/${node} drained`,
    );
  });
});

test('drain goes on with the next node when one cannot be drained', () => {
  const made = lab(box.replace('spec:', 'spec:\n  nodeName: node-1'));
  const ran = made.type('drain node-1 node-2 --ignore-daemonsets');
  const why = 'cannot delete cannot delete Pods that declare no controller (use --force to override): default/box';
  expect(ran.exitCode).toBe(1);
  expect(textOf(ran)).toBe(
    `node/node-1 cordoned\nnode/node-2 cordoned\nerror: unable to drain node "node-1" due to error: ${why}, continuing command...\nnode/node-2 drained\nThere are pending nodes to be drained:\n node-1\n${why}`,
  );
});

describe('kubectl auth', () => {
  test('says what one may do, and who one is', () => {
    const { type } = lab();
    expect(type('auth can-i create pods')).toMatchObject({ exitCode: 0, lines: [{ stream: 'out', text: 'yes' }] });
    expect(textOf(type('auth can-i get nodes'))).toBe("Warning: resource 'nodes' is not namespace scoped\n\nyes");
    expect(textOf(type('auth can-i --list'))).toBe(
      'Resources   Non-Resource URLs   Resource Names   Verbs\n*.*         []                  []               [*]\n            [*]                 []               [*]',
    );
    expect(textOf(type('auth whoami'))).toBe(
      'ATTRIBUTE   VALUE\nUsername    kubernetes-admin\nGroups      [kubeadm:cluster-admins system:authenticated]',
    );
    expect(type('auth can-i create')).toMatchObject({ exitCode: 1 });
  });
});
