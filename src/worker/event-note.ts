import type { RequestDetail, TraceEvent } from '../engine/index';
import type { PrintedLine } from '../kubectl/index';
import { syncSum } from '../shared/sync-sum';
import type { ToldEvent } from './protocol';

type Detail = Readonly<Record<string, unknown>> | null;

const failedReasons = new Set(['error']);

/** The word of a message that matters most, by verb. */
const wordOf: Readonly<Record<string, string>> = {
  'event.record': 'reason',
  'sched.queue': 'to',
  'sched.bind': 'node',
  'sched.bound': 'node',
  'sched.assume': 'node',
  'cri.PullImage': 'image',
  'cri.ImageStatus': 'image',
  'cri.CreateContainer': 'container',
  'cri.StartContainer': 'container',
  'cri.StopContainer': 'container',
  'cri.RemoveContainer': 'container',
  'probe.result': 'act',
  'cri.reply': 'call',
  'cni.ADD': 'ip',
};
const anyWord = ['type', 'result', 'status', 'phase', 'reason', 'error'] as const;

/** What tells two events of one verb apart, in a word: a milestone, an answer's code, a watch event's type. */
export function noteOf(event: Pick<TraceEvent, 'verb' | 'detail'>): string {
  const detail = event.detail as Detail;
  if (!detail || typeof detail !== 'object') return '';
  if (event.verb.startsWith('api.')) {
    const { code, milestone } = detail as unknown as RequestDetail;
    return milestone ?? String(code);
  }
  if (event.verb === 'kubectl.print') return (detail.lines as readonly PrintedLine[])[0]?.text ?? '';
  if (event.verb === 'sync.decide') return `${detail.side ?? ''} ${syncSum(detail)}`.trim();
  const own = wordOf[event.verb];
  for (const key of own ? [own, ...anyWord] : anyWord) {
    const value = detail[key];
    if (typeof value === 'string' && value !== '') return value.slice(0, 80);
  }
  return '';
}

/** Whether the event says that something did not work. */
export function isFailure(event: Pick<TraceEvent, 'verb' | 'detail'>): boolean {
  if (event.verb === 'fault' || event.verb === 'kernel.stop' || event.verb === 'sched.fail') return true;
  const detail = event.detail as Detail;
  if (!detail || typeof detail !== 'object') return false;
  if (event.verb.startsWith('api.')) {
    const { code } = detail as unknown as RequestDetail;
    // To ask for what is not there is no failure: that is how kubectl finds out that it must create.
    return code >= 400 && !(code === 404 && event.verb === 'api.get');
  }
  if (detail.exitCode !== undefined && detail.exitCode !== 0) return true;
  if (event.verb === 'probe.result')
    return detail.result === 'failure' || detail.ok === false || detail.success === false;
  return Object.keys(detail).some((key) => failedReasons.has(key) && detail[key] !== undefined && detail[key] !== '');
}

const ranks = { micro: 0, action: 1, milestone: 2 } as const;

/** An event as the main thread is told of it. */
export function toldEvent(event: TraceEvent, position: number): ToldEvent {
  const { seq, at, cause, level, actor, target = '', verb, subject } = event;
  const told = { position, seq, at, cause, level: ranks[level], actor, target, verb, subject };
  return { ...told, failed: isFailure(event), note: noteOf(event) };
}
