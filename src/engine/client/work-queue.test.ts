import { describe, expect, it } from 'vitest';
import { defaultLimits, Kernel } from '../kernel/kernel';
import { WorkQueue } from './work-queue';

function queueOf(): {
  kernel: Kernel;
  queue: WorkQueue;
  at(micros: number, action: () => void): void;
  woken: () => number;
} {
  const kernel = new Kernel({ seed: 1, recording: 'full', limits: defaultLimits });
  let wakes = 0;
  const queue = new WorkQueue(kernel, 'test', 'test-controller', 'controller/test', () => wakes++);
  kernel.on('controller/test', ({ payload }) => {
    const { key, readyAt } = payload as { key: string; readyAt: number };
    queue.ready(key, readyAt);
  });
  const actions: (() => void)[] = [];
  kernel.on('act', ({ payload }) => {
    kernel.cause = kernel.emit({ actor: 'test', verb: 'command', subject: 'act', level: 'micro' });
    (actions[payload as number] as () => void)();
  });
  const at = (micros: number, action: () => void) => {
    kernel.schedule(micros, 'act', 'act', actions.push(action) - 1);
  };
  return { kernel, queue, at, woken: () => wakes };
}

describe('a work queue', () => {
  it('holds a key once, however often it is added, and remembers the causes of the merged adds', () => {
    const { kernel, queue, at } = queueOf();
    at(1, () => queue.add('a'));
    at(2, () => queue.add('b'));
    at(3, () => queue.add('a'));
    kernel.runUntil(10);
    expect(queue.length).toBe(2);
    expect(queue.peek()).toBe('a');
    expect(queue.items.get('a')?.alsoCauses).toHaveLength(1);
  });

  it('does not give a key to a second worker while the first has it, and queues it again, last, when that one is done', () => {
    const { kernel, queue, at } = queueOf();
    at(1, () => queue.add('a'));
    at(2, () => queue.take('a'));
    at(3, () => queue.add('a'));
    at(4, () => queue.add('b'));
    kernel.runUntil(4);
    expect(queue.peek()).toBe('b');
    at(5, () => queue.done('a', kernel.seq));
    kernel.runUntil(5);
    expect(queue.length).toBe(2);
    expect(queue.peek()).toBe('b');
  });

  it('waits 5 ms after a first failure, twice as long after each further one, and forgets on success', () => {
    const { kernel, queue, at } = queueOf();
    const waits: number[] = [];
    for (let n = 0; n < 4; n++) {
      at(n * 1e6 + 1, () => queue.addRateLimited('a'));
      kernel.runUntil(n * 1e6 + 1);
      waits.push((queue.waiting.get('a')?.readyAt ?? 0) - kernel.now);
      kernel.runUntil(n * 1e6 + 900_000);
      at(kernel.now + 1, () => {
        queue.take('a');
        queue.done('a', kernel.seq);
      });
      kernel.runUntil(kernel.now + 1);
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000]);
    at(kernel.now + 1, () => queue.forget('a'));
    kernel.runUntil(kernel.now + 1);
    expect(queue.numRequeues('a')).toBe(0);
  });

  it('keeps the earliest of several waits for one key', () => {
    const { kernel, queue, at } = queueOf();
    at(1, () => queue.addAfter('a', 500));
    at(2, () => queue.addAfter('a', 100));
    at(3, () => queue.addAfter('a', 900));
    kernel.runUntil(101);
    expect(queue.length).toBe(0);
    kernel.runUntil(102);
    expect(queue.length).toBe(1);
    at(200, () => {
      queue.take('a');
      queue.done('a', kernel.seq);
    });
    kernel.runUntil(2_000);
    expect(queue.length).toBe(0);
  });

  it('wakes nobody when its state is restored', () => {
    const { kernel, queue, at, woken } = queueOf();
    at(1, () => queue.add('a'));
    kernel.runUntil(1);
    expect(woken()).toBe(1);
    kernel.restore(kernel.snapshot());
    expect(woken()).toBe(1);
    expect(queue.peek()).toBe('a');
  });
});
