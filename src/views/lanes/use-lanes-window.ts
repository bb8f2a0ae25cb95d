import { useEffect, useRef, useState } from 'react';
import type { Granularity, LanesQuery, LanesWindow } from '../../worker/protocol';

/** Messages in sight, by zoom. */
export const zooms = [6, 12, 24, 48, 96, 192] as const;

export type AskLanes = (query: LanesQuery) => Promise<LanesWindow | undefined>;

interface Options {
  readonly ask: AskLanes;
  readonly branch: string;
  readonly position: number;
  /** Events of the branch so far. */
  readonly length: number;
  readonly granularity: Granularity;
  readonly subjects: readonly string[];
  readonly gate: number | undefined;
  readonly zoom: number;
}

interface Pan {
  readonly branch: string;
  readonly around: number;
}

/** Share of the messages that stay in sight on either side of the cursor before the window moves on. */
const edge = 0.12;

/** Where the window stands: it stays while the cursor moves within it, and is moved by hand. */
export function useLanesWindow({ ask, branch, position, length, granularity, subjects, gate, zoom }: Options) {
  const [window, setWindow] = useState<LanesWindow | undefined>();
  const [pan, setPan] = useState<Pan | undefined>();
  const anchor = useRef({ branch: '', around: -1 });
  const asked = useRef(0);

  const count = zooms[zoom] ?? 24;
  const mine = window?.branch === branch ? window : undefined;
  const free = pan?.branch === branch ? pan : undefined;
  const held = anchor.current;
  const positions = mine?.messages.map((message) => message.position) ?? [];
  const first = positions[Math.floor(positions.length * edge)] ?? 0;
  const last = positions[Math.ceil(positions.length * (1 - edge)) - 1] ?? 0;
  const fits =
    held.branch === branch &&
    positions.length > 0 &&
    (position >= first || !mine?.earlier) &&
    (position <= last || (!mine?.later && position <= (positions[positions.length - 1] ?? 0)));
  const around = free ? free.around : fits ? held.around : position;
  const subjectText = subjects.join(' ');
  // A window that has room left for what is to come is asked for again when more has come.
  const grows = mine && !mine.later ? length : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `grows` says when the answer may be another
  useEffect(() => {
    anchor.current = { branch, around };
    const number = ++asked.current;
    const before = Math.ceil(count * 0.6);
    const query: LanesQuery = {
      around,
      before,
      after: count - before,
      granularity,
      subjects: subjectText === '' ? [] : subjectText.split(' '),
      ...(gate === undefined ? {} : { until: gate }),
    };
    let wanted = true;
    void ask(query).then((answer) => {
      if (wanted && number === asked.current && answer) setWindow(answer);
    });
    return () => {
      wanted = false;
    };
  }, [ask, branch, around, count, granularity, subjectText, gate, grows]);

  const move = (direction: 1 | -1): void => {
    if (positions.length === 0) return;
    const target = direction < 0 ? positions[Math.floor(positions.length * 0.15)] : positions[positions.length - 1];
    if (target !== undefined) setPan({ branch, around: target });
  };
  return {
    window: mine,
    /** Whether it was moved away from the cursor. */
    panned: free !== undefined,
    earlier: () => mine?.earlier && move(-1),
    later: () => mine?.later && move(1),
    follow: () => setPan(undefined),
  };
}
