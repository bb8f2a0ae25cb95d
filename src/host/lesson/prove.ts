import { Cluster, revive, serialise, type TraceEvent, type TracePredicate, ViewCursor, valueAt } from '../../engine';
import { kubectlProcess } from '../../kubectl';
import { type Given, judgeAnswer } from '../../lessons/answers';
import { failureOf, withFields } from '../../lessons/edits';
import { lessonScene } from '../../lessons/lesson-scene';
import type { AnswerSource, Card, ChallengeStep, Edit, Lesson, Prediction } from '../../lessons/types';
import type { Lab } from '../../worker/lab';
import { matchesSoFar } from '../../worker/scenario/anchors';
import { countOf, holds } from '../../worker/scenario/checks';
import { attempt } from '../../worker/scenario/judge';
import type { Attempt, Attempted } from '../../worker/scenario/types';
import { firstMatches, type Walk, type WalkedStep, walk } from './walk';

/** What the texts of a lesson quote for a failure of a step. */
export type Messages = (step: string, failure: string) => readonly string[];

/** Parts of a document's diagram and the events that light them. */
export type DiagramNodes = Readonly<Record<string, readonly TracePredicate[]>>;

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The object that an event wrote, as stored: the row whose key the subject names. */
function writtenBy(event: TraceEvent): unknown {
  const row = event.changes.find(({ table, after }) => table.startsWith('api/') && after !== undefined);
  return row?.after ?? event.changes.find(({ table }) => table.startsWith('api/'))?.before;
}

function viewAt(lab: Lab, position: number): ViewCursor {
  const view = new ViewCursor(lab.branch.cluster.kernel.trace);
  view.moveTo(position);
  return view;
}

/** The first moment after a step at which nothing but housekeeping was left; the walk is there now, for the last step. */
function answerFrom(source: AnswerSource, lab: Lab, { anchor, restPosition }: WalkedStep): unknown {
  const event = lab.event(anchor.position) as TraceEvent;
  if ('path' in source) return valueAt(writtenBy(event), source.path);
  if ('detail' in source) return valueAt(event.detail, source.detail);
  if ('before' in source) {
    const row = event.changes.find(({ before }) => valueAt(before, source.before) !== undefined);
    return valueAt(row?.before, source.before);
  }
  if ('event' in source) return event[source.event];
  if ('actor' in source) return undefined;
  const view = viewAt(lab, source.rest ? restPosition : anchor.position);
  if ('count' in source) return countOf(source, view);
  const { kind, name, namespace = 'default' } = source.object;
  const { resource } = lab.branch.cluster.kind(`${kind.toLowerCase()}s`);
  return valueAt(view.table(`api/${resource}`).get(`${namespace}/${name}`), source.field);
}

/** Every answer that the page can give to a prediction. */
function possibleAnswers(prediction: Prediction, nodes: DiagramNodes | undefined): Given[] {
  switch (prediction.kind) {
    case 'number':
      return [...Array(21).keys()];
    case 'choice':
      return Object.keys(prediction.options);
    case 'point':
      return Object.keys(nodes ?? {});
    case 'order':
      return permutations(Object.keys(prediction.items));
  }
}

function permutations(ids: readonly string[]): string[][] {
  if (ids.length === 0) return [[]];
  return ids.flatMap((id) => permutations(ids.filter((other) => other !== id)).map((rest) => [id, ...rest]));
}

function proveAnswers(prediction: Prediction, nodes: DiagramNodes | undefined, hints: number): string[] {
  const problems: string[] = [];
  const reached = new Set<string>();
  for (const given of possibleAnswers(prediction, nodes)) {
    const verdict = judgeAnswer(prediction, given);
    if (verdict.right) reached.add('');
    else if (verdict.id === undefined) problems.push(`the wrong answer ${JSON.stringify(given)} gets no words`);
    else reached.add(verdict.id);
    if (!verdict.right && (verdict.hint < 1 || verdict.hint > hints))
      problems.push(`${verdict.id} opens hint ${verdict.hint}`);
  }
  for (const { id } of prediction.wrong) {
    if (prediction.kind === 'point' && !nodes) continue;
    if (!reached.has(id)) problems.push(`nobody can give the wrong answer ${id}`);
  }
  if (!reached.has('') && !(prediction.kind === 'point' && !nodes)) problems.push('nobody can give the right answer');
  return problems;
}

function provePrediction(
  prediction: Prediction,
  lab: Lab,
  walked: WalkedStep,
  nodes: DiagramNodes | undefined,
): string[] {
  const event = lab.event(walked.anchor.position) as TraceEvent;
  if (prediction.kind === 'order') {
    const found = firstMatches(lab, prediction.items, walked.anchor.position);
    const order = [...found].sort(([, a], [, b]) => a - b).map(([id]) => id);
    if ([...found.values()].includes(-1)) return ['an item never happens'];
    if (prediction.shown.join() === prediction.expect.join()) return ['the first order on the screen is the right one'];
    return equal(order, prediction.expect) ? [] : [`the order is ${order.join(', ')}`];
  }
  if (prediction.kind === 'point') {
    if (!nodes || Object.values(nodes).every((predicates) => predicates.length === 0)) return [];
    const lit = Object.keys(nodes).filter((node) =>
      nodes[node]?.some((predicate) => matchesOne(predicate, event, lab, walked)),
    );
    return lit.includes(prediction.expect) ? [] : [`the event lights ${lit.join(', ') || 'nothing'}`];
  }
  const answer = answerFrom(prediction.answer, lab, walked);
  if (prediction.kind === 'number')
    return equal(answer, prediction.expect) ? [] : [`the answer is ${JSON.stringify(answer)}`];
  const right = Object.keys(prediction.options).filter((id) => equal(prediction.options[id], answer));
  return right.length === 1 && right[0] === prediction.expect ? [] : [`the answer is ${JSON.stringify(answer)}`];
}

function matchesOne(predicate: TracePredicate, _event: TraceEvent, lab: Lab, { anchor }: WalkedStep): boolean {
  return matchesSoFar(lab, { ...predicate, nth: 1 }, anchor.position - 1)[0] === anchor.position;
}

/** `new/old` after each write that made the old ReplicaSet smaller. */
function pairsAfterShrink(lab: Lab): string[] {
  const sizes = new Map<string, number>();
  const pairs: string[] = [];
  for (let position = 0; position < lab.length; position++) {
    for (const { table, key, before, after } of lab.event(position)?.changes ?? []) {
      if (table !== 'api/replicasets' || after === undefined) continue;
      const size = (row: unknown) => valueAt(row, 'spec.replicas') as number | undefined;
      const [was, is] = [size(before), size(after) ?? 0];
      sizes.set(key, is);
      if (was === undefined || is >= was) continue;
      const others = [...sizes].filter(([other]) => other !== key).reduce((sum, [, count]) => sum + count, 0);
      pairs.push(`${others}/${is}`);
    }
  }
  return pairs;
}

function extreme(
  lab: Lab,
  counted: Parameters<typeof countOf>[0],
  from: number,
  worse: (a: number, b: number) => number,
): number {
  const view = viewAt(lab, from);
  let found = countOf(counted, view);
  for (let position = from + 1; position < lab.length; position++)
    if (view.moveTo(position).has('api/pods')) found = worse(found, countOf(counted, view));
  return found;
}

function proveCard({ test }: Card, { lab, steps }: Walk, walked: WalkedStep | undefined): string[] {
  const differs = (what: string, found: unknown, said: unknown) =>
    equal(found, said) ? [] : [`card: ${what} is ${JSON.stringify(found)}, not ${JSON.stringify(said)}`];
  if (test.on === 'anchor') {
    if (!walked) return ['card: no anchor'];
    return differs(
      test.path,
      valueAt(writtenBy(lab.event(walked.anchor.position) as TraceEvent), test.path),
      test.cluster,
    );
  }
  if (test.on === 'rest') {
    const view = viewAt(lab, walked?.restPosition ?? lab.length - 1);
    return holds(test.check, view) ? [] : [`card: ${JSON.stringify(test.check)} does not hold`];
  }
  const from = steps[0]?.anchor.position ?? 0;
  return [
    ...(test.lowest ? differs('the lowest count', extreme(lab, test.lowest, from, Math.min), test.lowest.cluster) : []),
    ...(test.highest
      ? differs('the highest count', extreme(lab, test.highest, from, Math.max), test.highest.cluster)
      : []),
    ...(test.pairsAfterShrink ? differs('new/old', pairsAfterShrink(lab), test.pairsAfterShrink.cluster) : []),
  ];
}

/** Where a challenge's branches leave the main run. */
function forkPosition(step: ChallengeStep, steps: readonly WalkedStep[]): number | undefined {
  const walked = steps.find((candidate) => candidate.step.id === step.fork);
  return walked && (walked.step.after ? walked.restPosition : walked.anchor.position);
}

function attemptOf(step: ChallengeStep, edit: Edit): Attempt {
  if ('kubectl' in edit) return { kubectl: edit.kubectl };
  return { text: JSON.stringify(withFields(step.edit?.from, edit.set), null, 2) };
}

/** Whether kubectl printed a line, behind a position, on the branch of the last attempt. */
function printed(lab: Lab, line: string, from: number): boolean {
  for (let position = from; position < lab.length; position++) {
    const event = lab.event(position);
    if (event?.verb !== 'kubectl.print') continue;
    const { lines } = event.detail as { readonly lines: readonly { readonly text: string }[] };
    if (lines.some(({ text }) => text === line)) return true;
  }
  return false;
}

function proveChallenge(step: ChallengeStep, { lab, steps }: Walk, messages: Messages): string[] {
  const position = forkPosition(step, steps);
  if (position === undefined) return [`it leaves behind ${step.fork}, which is no step of the main run`];
  const main = { branch: 'main', position };
  const run = (edit: Edit): Attempted => attempt(lab, main, attemptOf(step, edit), step.goal);
  const problems: string[] = [];
  const said = (edit: Edit) => JSON.stringify('set' in edit ? edit.set : edit.kubectl);
  if (step.edit && run({ set: {} }).met) problems.push('the manifest as given reaches the goal');
  if (step.kubectl?.from && run({ kubectl: step.kubectl.from }).met)
    problems.push('the command as given reaches the goal');
  if (step.solutions.length < 2) problems.push('a goal is reachable in two ways');
  for (const edit of step.solutions) {
    const outcome = run(edit);
    if (!outcome.met) {
      const { unmet, broken, refused, faults } = outcome;
      problems.push(`solution ${said(edit)} misses the goal: ${JSON.stringify({ unmet, broken, refused, faults })}`);
    }
    const closed =
      'set' in edit
        ? Object.keys(edit.set).filter((path) => !step.edit?.open.some((open) => path.startsWith(open)))
        : [];
    if (closed.length > 0) problems.push(`solution ${said(edit)} edits what is not open`);
  }
  for (const { failure, ...edit } of step.wrong) {
    const outcome = run(edit as Edit);
    const shown = failureOf(step, outcome);
    for (const message of messages(step.id, failure))
      if (!printed(lab, message, outcome.position))
        problems.push(`mistake ${said(edit as Edit)}: kubectl does not print ${message}`);
    if (shown !== failure)
      problems.push(
        `mistake ${said(edit as Edit)} shows ${shown}, not ${failure}: ${JSON.stringify({ unmet: outcome.unmet, broken: outcome.broken, refused: outcome.refused })}`,
      );
  }
  lab.switchBranch('main');
  return problems;
}

/** Plays the main run again from its commands, with the engine turned into JSON and back every so many events. */
function proveRevival(lesson: Lesson, lab: Lab, every: number): string[] {
  lab.switchBranch('main');
  const { kernel } = lab.branch.cluster;
  const { seed, config } = lessonScene(lesson);
  const build = () => new Cluster({ seed, ...config }, [kubectlProcess]);
  let cluster = build().boot();
  let handled = 0;
  const runUntil = (at: number) => {
    for (let next = cluster.kernel.nextAt(); next !== undefined && next <= at; next = cluster.kernel.nextAt()) {
      cluster.kernel.step();
      if (++handled % every === 0) cluster = build().restore(revive(serialise(cluster.kernel.snapshot())));
    }
    cluster.kernel.runUntil(at);
  };
  for (const { at, command } of kernel.commands) {
    runUntil(at - 1);
    cluster.kernel.commandAt(at, command);
  }
  runUntil(kernel.now);
  const same =
    cluster.kernel.stateHash() === kernel.stateHash() &&
    cluster.kernel.trace.currentHash() === kernel.trace.currentHash();
  return same ? [] : [`revived every ${every} events it ends in another state`];
}

/** Everything that a lesson promises and that a machine can check. Empty: it holds. */
export async function proveLesson(
  lesson: Lesson,
  nodesOf: (diagram: string) => DiagramNodes | undefined,
  messages: Messages,
): Promise<string[]> {
  const walked = await walk(lesson);
  const problems = [...walked.problems, ...proveRevival(lesson, walked.lab, 97)];
  for (const step of lesson.steps) {
    const own: string[] = [];
    const here = walked.steps.find((candidate) => candidate.step.id === step.id);
    if ('predict' in step && step.predict && here) {
      const nodes = step.view.diagram ? nodesOf(step.view.diagram) : undefined;
      own.push(
        ...provePrediction(step.predict, walked.lab, here, nodes),
        ...proveAnswers(step.predict, nodes, step.hints ?? 0),
      );
    }
    if (step.card) own.push(...proveCard(step.card, walked, here));
    if (step.kind === 'challenge') own.push(...proveChallenge(step, walked, messages));
    problems.push(...own.map((problem) => `step ${step.id}: ${problem}`));
  }
  const predictions = lesson.steps.filter((step) => 'predict' in step && step.predict).length;
  if (predictions === 0) problems.push('a lesson asks for a prediction');
  if (!lesson.steps.some(({ kind }) => kind === 'challenge')) problems.push('a lesson has a change');
  if (lesson.steps.at(-1)?.kind !== 'summary') problems.push('a lesson ends with a summary');
  return problems;
}
