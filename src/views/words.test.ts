import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ui as en } from '../../content/languages/en/ui';
import { ui as zh } from '../../content/languages/zh/ui';
import { milestoneOf } from '../engine/apiserver/milestones';
import { verbs } from '../engine/index';
import { Lab } from '../worker/lab';
import { loadReader, readManifest } from '../worker/manifest';
import { actorName, eventSentence, subjectName } from './words';

const event = (more: object = {}) => ({
  actor: 'kubectl',
  target: '',
  verb: 'api.create',
  subject: 'pods/default/web-1',
  note: '201',
  failed: false,
  ...more,
});

describe.each([
  ['English', en],
  ['Chinese', zh],
])('in %s', (_language, ui) => {
  test('every verb of the trace has a sentence, and no sentence is for a verb that is none', () => {
    expect(Object.keys(ui.words.verbs).sort()).toEqual([...verbs].sort());
  });

  test('every milestone that the API server can tell has a sentence', () => {
    const pod = (status: object, more: object = {}) => ({
      metadata: { name: 'p', ...more },
      spec: { nodeName: 'n' },
      status,
    });
    const names = ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'].map((phase) =>
      milestoneOf('pods', pod({}), pod({ phase })),
    );
    names.push(milestoneOf('pods', undefined, pod({})), milestoneOf('pods', pod({}), undefined));
    names.push(milestoneOf('pods', { metadata: { name: 'p' } }, pod({})));
    names.push(milestoneOf('pods', pod({}), pod({}, { deletionTimestamp: 'x' })));
    for (const status of ['True', 'False']) {
      const conditions = [{ type: 'Ready', status }];
      const other = [{ type: 'Ready', status: status === 'True' ? 'False' : 'True' }];
      names.push(milestoneOf('pods', pod({ conditions }), pod({ conditions: other })));
      names.push(milestoneOf('nodes', pod({ conditions }), pod({ conditions: other })));
    }
    for (const resource of ['deployments', 'replicasets', 'services', 'nodes']) {
      names.push(milestoneOf(resource, undefined, pod({})), milestoneOf(resource, pod({}), undefined));
    }
    for (const reason of ['NewReplicaSetAvailable', 'ProgressDeadlineExceeded']) {
      names.push(
        milestoneOf('deployments', pod({}), pod({ conditions: [{ type: 'Progressing', status: 'True', reason }] })),
      );
    }
    names.push(milestoneOf('deployments', pod({}, { generation: 1 }), pod({}, { generation: 2 })));
    const told = names.filter((name) => name !== undefined);
    expect(told.length).toBeGreaterThan(18);
    expect(told.filter((name) => !Object.hasOwn(ui.words.milestones, name))).toEqual([]);
  });

  test('no sentence lacks the thing that it is about, or has anything undefined in it', () => {
    for (const verb of verbs) {
      const sentence = eventSentence(ui, event({ verb, target: 'kube-scheduler' }));
      expect(sentence).not.toMatch(/undefined|\[object/);
      if (!['cluster.boot', 'kubectl.print', 'pleg.relist'].includes(verb)) expect(sentence).toContain('web-1');
    }
  });
});

test('a milestone is told as one, a refusal as one, and what is not there as that', () => {
  expect(eventSentence(en, event({ note: 'PodCreated' }))).toBe('Pod web-1 is created');
  expect(eventSentence(en, event({ note: '409', failed: true }))).toBe('kubectl creates Pod web-1: refused, 409');
  expect(eventSentence(en, event({ verb: 'api.get', note: '404' }))).toBe('kubectl reads Pod web-1: not there');
});

test('a subresource is told as a part of its object, and a milestone of one as one of the object', () => {
  const status = { verb: 'api.update', subject: 'pods/default/web-1/status', note: '200' };
  expect(eventSentence(en, event(status))).toBe('kubectl updates the status of Pod web-1');
  expect(eventSentence(zh, event(status))).toBe('kubectl 更新 Pod web-1 的 status');
  expect(eventSentence(en, event({ ...status, note: 'PodReady' }))).toBe('Pod web-1 is Ready');
});

test('Chinese has a space between its own script and Latin, and none before its marks', () => {
  expect(eventSentence(zh, event({ actor: 'kubelet/node-1' }))).toBe('node-1 的 kubelet 创建 Pod web-1');
  expect(eventSentence(zh, event({ actor: 'kube-scheduler', note: '409', failed: true }))).toBe(
    '调度器创建 Pod web-1：被拒，409',
  );
});

test('every part that acts in a run of all examples has a name in both languages', async () => {
  await loadReader();
  const lab = new Lab(1, { nodes: [{ name: 'node-1' }, { name: 'node-2' }] });
  for (const file of readdirSync('public/samples').sort()) {
    const text = readFileSync(`public/samples/${file}`, 'utf8');
    const { objects, faults } = readManifest(text, 'web.yaml');
    expect(faults).toEqual([]);
    lab.command({ to: 'kubectl', type: 'apply', payload: { file, text, objects } });
    lab.runUntil(lab.branch.cluster.kernel.now + 30e6);
    lab.seek(lab.length - 1);
  }
  const { trace } = lab.branch.cluster.kernel;
  const acting = trace.events.flatMap((event) => [event.actor, event.target ?? '']);
  // A Pod that acts has its own name.
  const names = [...new Set(acting)].filter((name) => name !== '' && !name.startsWith('pods/')).sort();
  expect(names.length).toBeGreaterThan(12);
  const nodeParts = /^(?:kubelet|containerd|cni)\/node-\d$/;
  for (const ui of [en, zh]) {
    expect(names.filter((name) => !Object.hasOwn(ui.words.actors, name) && !nodeParts.test(name))).toEqual([]);
  }
});

test('names of subjects and parts', () => {
  expect(subjectName('configmaps/kube-system/x')).toBe('ConfigMap kube-system/x');
  expect(subjectName('nodes/node-1')).toBe('Node node-1');
  expect(subjectName('default/web')).toBe('web');
  expect(subjectName('Pod/default/web-1')).toBe('Pod web-1');
  expect(subjectName('Node//node-1')).toBe('Node node-1');
  expect(actorName(en, 'kubelet/node-1')).toBe('kubelet on node-1');
  expect(actorName(en, 'unheard-of')).toBe('unheard-of');
});
