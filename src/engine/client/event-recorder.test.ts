import { describe, expect, it } from 'vitest';
import { type KindDefinition, podKind } from '../api/kinds';
import type { Event } from '../api/types';
import { Cluster } from '../cluster';
import type { EventRecorder } from './event-recorder';

const pods = podKind as unknown as KindDefinition;
const pod = { metadata: { name: 'web', namespace: 'default', uid: 'u-1' } };

/** Records messages, each a second apart, and gives the Events that are then stored. */
function recorded(messages: readonly string[]): Event[] {
  let recorder: EventRecorder | undefined;
  const cluster = new Cluster({ nodes: [] }, [
    ({ kernel, events }) => {
      recorder = events.recorder('kubelet/node-1', 'kubelet', { host: 'node-1' });
      kernel.on('recording', ({ payload }) => {
        kernel.cause = kernel.emit({ actor: 'test', verb: 'command', subject: 'record', level: 'micro' });
        recorder?.event(pods, pod, 'Warning', 'BackOff', payload as string);
      });
      return {
        boot: () => {
          for (const [i, message] of messages.entries()) kernel.schedule(i * 1e6, 'recording', 'record', message);
        },
      };
    },
  ]).boot();
  cluster.kernel.runUntil((messages.length + 5) * 1e6);
  return cluster.kernel.table<Event>('api/events').values();
}

describe('the event recorder', () => {
  it('counts an Event that is said again instead of writing another', () => {
    const [event, ...more] = recorded(['same', 'same', 'same']);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      count: 3,
      message: 'same',
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:00:02Z',
    });
  });

  it('combines the tenth unlike message about one thing, and those after it, into one Event', () => {
    const events = recorded(Array.from({ length: 12 }, (_, i) => `message ${i}`));
    expect(events).toHaveLength(10);
    expect(events.map((event) => event.message)).toContain('(combined from similar events): message 11');
  });

  it('falls silent about an object after 25 Events, and speaks again one Event in five minutes', () => {
    const [event] = recorded(Array.from({ length: 40 }, () => 'same'));
    expect(event?.count).toBe(25);
  });
});
