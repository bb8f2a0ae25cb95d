import { expect, test } from 'vitest';
import lesson from '../../content/documents/deployment/lessons/rolling-ten/lesson';
import stuck from '../../content/documents/deployment/lessons/stuck-rollout/lesson';
import { withFields } from './edits';
import { LessonRun } from './lesson-run';
import { exportProgress, progressOf, readProgress, writeProgress } from './progress';
import { beginningOf, gateOf, waitsFor } from './run-state';
import { labStage } from './testing/stage';
import type { Lesson } from './types';

const index = (id: string) => lesson.steps.findIndex((step) => step.id === id);

async function begun(step?: string) {
  const stage = labStage();
  const run = new LessonRun(lesson as Lesson, stage);
  await run.begin(step === undefined ? {} : { step });
  const position = () => stage.lab?.position;
  return { stage, run, position };
}

const strategy = (maxSurge: unknown, maxUnavailable: unknown) => {
  const change = lesson.steps[index('change')] as { edit: { from: unknown } };
  const fields = { 'spec.strategy.rollingUpdate': { maxSurge, maxUnavailable } };
  return { text: JSON.stringify(withFields(change.edit.from, fields)) };
};

test('the question of the lesson before comes first, and may be left out', async () => {
  const { run } = await begun();
  expect(run.state).toMatchObject({ phase: 'recall', current: -1 });
  run.recall(2);
  expect(run.state.recall.tries[0]?.verdict).toMatchObject({ right: false, id: 'two' });
  await run.next();
  expect(run.state).toMatchObject({ phase: 'step', current: 0, busy: false });
});

test('the time line stops before the event that is asked for, until the answer is right', async () => {
  const { run, position } = await begun('created');
  const anchor = run.state.steps[index('created')]?.anchor;
  expect(position()).toBe((anchor?.position ?? 0) - 1);
  expect(gateOf(run.lesson, run.state)).toBe((anchor?.position ?? 0) - 1);
  await run.answer(1);
  const own = run.state.steps[index('created')];
  expect(own?.answer.tries[0]?.verdict).toEqual({ right: false, id: 'one', hint: 3 });
  expect(own?.hints).toBe(3);
  expect(waitsFor(run.lesson, run.state)).toBe('answer');
  await run.answer(3);
  expect(position()).toBe(anchor?.position);
  expect(gateOf(run.lesson, run.state)).toBeUndefined();
  expect(waitsFor(run.lesson, run.state)).toBeUndefined();
});

test('behind a long set-up the first step begins at the command that leads to it, not at the set-up', async () => {
  const stage = labStage();
  const run = new LessonRun(stuck as Lesson, stage);
  await run.begin({ step: 'accepted' });
  const beginning = stage.lab?.event(beginningOf(run.state));
  expect([beginning?.verb, beginning?.subject]).toEqual(['command', 'set image deployments/shop shop=shop:v2']);
  const anchor = run.state.steps[0]?.anchor?.position ?? -1;
  expect(anchor).toBeGreaterThan(beginningOf(run.state));
  // The way there is short: ten Pods were made ready before it.
  expect(anchor - beginningOf(run.state)).toBeLessThan(20);
  expect(beginningOf(run.state)).toBeGreaterThan(500);
});

test('a step’s button comes before its event, and the events of the steps around it stay where they are', async () => {
  const { run, stage } = await begun('ready');
  expect(waitsFor(run.lesson, run.state)).toBe('action');
  expect(run.state.steps[index('ready')]?.anchor).toBeUndefined();
  await run.act();
  expect(run.state.steps[index('ready')]?.anchor).toBeDefined();
  await run.answer(['old-8-5', 'new-5-8', 'old-5-3']);
  expect(waitsFor(run.lesson, run.state)).toBeUndefined();
  await run.back();
  expect(stage.lab?.position).toBe(run.state.steps[index('rest')]?.anchor?.position);
});

test('a challenge is tried in branches of its own; the same failure twice opens the next hint', async () => {
  const { run, stage } = await begun('change');
  expect(run.state.steps.slice(0, index('change')).every(({ acted }) => acted)).toBe(true);
  await run.attempt(strategy('25%', '25%'));
  expect(run.state.steps[index('change')]?.attempts[0]?.failure).toBe('floor');
  expect(run.state.steps[index('change')]?.hints).toBe(1);
  await run.attempt(strategy(0, 3));
  expect(run.state.steps[index('change')]?.hints).toBe(2);
  await run.attempt(strategy(0, 0));
  expect(run.state.steps[index('change')]).toMatchObject({ hints: 1 });
  expect(run.state.steps[index('change')]?.attempts[2]).toMatchObject({ failure: 'refused' });
  await run.attempt(strategy(2, 0));
  expect(run.state.steps[index('change')]?.attempts[3]?.attempted.met).toBe(true);
  expect(stage.lab?.branches()).toHaveLength(5);
  await run.next();
  expect(stage.lab?.branch.name).toBe('main');
  expect(progressOf(run.lesson, run.state)).toMatchObject({
    done: true,
    goals: { change: 4 },
    predictions: { created: 'skipped' },
  });
});

test('a text that is no YAML reaches nobody, and says where it is broken', async () => {
  const { run } = await begun('change');
  await run.attempt({ text: 'kind: [' });
  const { attempted } = run.state.steps[index('change')]?.attempts[0] ?? {};
  expect(attempted?.faults[0]?.line).toBe(1);
  expect(attempted?.met).toBe(false);
});

test('progress is kept, never goes back, and survives a storage that is blocked', async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const progress = {
    version: 1,
    lesson: 'deployment/rolling-ten',
    step: 'grow',
    done: true,
    predictions: { created: 'first' },
    goals: {},
  } as const;
  writeProgress(storage, progress);
  writeProgress(storage, { ...progress, step: 'start', done: false, predictions: { created: 'later' } });
  expect(readProgress(storage, progress.lesson)).toMatchObject({
    step: 'start',
    done: true,
    predictions: { created: 'first' },
  });
  expect(JSON.parse(exportProgress(storage, [progress.lesson, 'deployment/none'])).lessons).toHaveLength(1);
  const blocked = {
    getItem: () => null,
    setItem: () => {
      throw new Error('blocked');
    },
  };
  expect(() => writeProgress(blocked, progress)).not.toThrow();
  kept.set('clusterglass/lesson/x/y', '{"version":1,"lesson":');
  expect(readProgress(storage, 'x/y')).toBeUndefined();
});

test('where the event before the asked one would tell the answer, the time line stops earlier', async () => {
  const { run, stage, position } = await begun('deletes');
  const own = run.state.steps[index('deletes')];
  expect(position()).toBe((own?.gate?.position ?? 0) - 1);
  expect(gateOf(run.lesson, run.state)).toBe(position());
  expect(position()).toBeLessThan((own?.anchor?.position ?? 0) - 2);
  for (let at = 0; at <= (position() ?? 0); at++) {
    const event = stage.lab?.event(at);
    expect(event?.actor === 'replicaset-controller' && event.verb === 'api.delete').toBe(false);
  }
  await run.answer('I');
  expect(position()).toBe(own?.anchor?.position);
});
