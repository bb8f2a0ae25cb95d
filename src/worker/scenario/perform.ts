import type { Command, RequestDetail, Status } from '../../engine/index';
import { parseCommandLine } from '../../kubectl/index';
import type { Lab } from '../lab';
import { readManifest } from '../manifest';
import { holds } from './checks';
import type { Check, Performed, Refusal, ScenarioCommand } from './types';

/** How long something may be waited for, virtual microseconds. */
const waitMicros = 30 * 60e6;
/** Kernel events that one wait may take. */
const waitEvents = 500_000;

/** Runs the cluster until something is true. Throws when it does not come about. */
export function runUntilTrue(lab: Lab, check: Check): void {
  const { kernel } = lab.branch.cluster;
  const limitAt = kernel.now + waitMicros;
  for (let n = 0; !holds(check, kernel); n++) {
    const next = kernel.nextAt();
    if (next === undefined || next > limitAt || n > waitEvents || !lab.branch.step())
      throw new Error(`waited in vain for ${JSON.stringify(check)}`);
  }
}

/** Runs the cluster until only housekeeping is left. */
export function runToRest(lab: Lab): void {
  lab.branch.runUntilSettled(lab.branch.cluster.kernel.now + waitMicros, waitEvents);
}

/** An object as the text of a file: JSON is YAML. */
const fileOf = (object: unknown): { file: string; text: string; objects: unknown[] } => ({
  file: `${String((object as { metadata?: { name?: string } }).metadata?.name ?? 'lesson')}.yaml`,
  text: JSON.stringify(object, null, 2),
  objects: [object],
});

function commandOf(given: ScenarioCommand): Command | undefined {
  if ('apply' in given) return { to: 'kubectl', type: 'apply', payload: fileOf(given.apply) };
  if ('release' in given) return { to: 'workloads', type: 'release', payload: given.release };
  if ('fault' in given) return given.fault;
  if ('kubectl' in given) {
    const parsed = parseCommandLine(given.kubectl);
    if (!parsed) throw new Error(`no command that kubectl knows here: ${given.kubectl}`);
    return { to: 'kubectl', ...parsed };
  }
  return undefined;
}

/** The first answer of the API server to kubectl that is a refusal, at or after a position. */
export function refusalAfter(lab: Lab, from: number): Refusal | undefined {
  for (let position = from; position < lab.length; position++) {
    const event = lab.event(position);
    if (event?.actor !== 'kubectl' || !event.verb.startsWith('api.') || event.verb === 'api.get') continue;
    const { code, response } = event.detail as RequestDetail;
    if (code < 400) continue;
    const { reason = '', message = '', details } = (response ?? {}) as Status;
    return { code, reason, message, fields: (details?.causes ?? []).map(({ field = '' }) => field) };
  }
  return undefined;
}

/** Gives a command in the present of the current branch and lets it be taken. Returns the position of its event. */
export function give(lab: Lab, command: Command): number {
  lab.seek(lab.length - 1);
  return lab.command(command).position;
}

/** Reads a file's text and gives it to `kubectl apply`; says what is wrong with the text otherwise. */
export function applyText(lab: Lab, name: string, text: string) {
  const { objects, faults } = readManifest(text, name);
  if (faults.length > 0) return { position: lab.position, faults };
  return { position: give(lab, { to: 'kubectl', type: 'apply', payload: { file: name, text, objects } }), faults };
}

/** Does what a lesson says, one thing after the other, in the present. The cursor is at the newest event then. */
export function perform(lab: Lab, commands: readonly ScenarioCommand[]): Performed {
  lab.seek(lab.length - 1);
  const from = lab.length;
  for (const given of commands) {
    const command = commandOf(given);
    if (command) give(lab, command);
    else if ('until' in given) runUntilTrue(lab, given.until);
    else if ('rest' in given) runToRest(lab);
    else if ('waitSeconds' in given) lab.runUntil(lab.branch.cluster.kernel.now + given.waitSeconds * 1e6);
    lab.seek(lab.length - 1);
  }
  return {
    branch: lab.branch.name,
    position: Math.min(from, lab.length - 1),
    length: lab.length,
    refused: refusalAfter(lab, from),
  };
}
