import { useEffect, useState } from 'react';
import type { RolloutTrail } from '../../worker/protocol';

export type AskTrail = (deployment: string) => Promise<RolloutTrail | undefined>;

/** The trail of a Deployment, asked for again when its branch has grown; of another Deployment or branch nothing is kept. */
export function useTrail(
  ask: AskTrail | undefined,
  deployment: string | undefined,
  branch: string,
  length: number,
): RolloutTrail | undefined {
  const [held, setHeld] = useState<{ readonly of: string; readonly trail: RolloutTrail } | undefined>();
  const of = `${branch} ${deployment ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `length` says when the answer may be another
  useEffect(() => {
    if (!ask || deployment === undefined) return;
    let wanted = true;
    void ask(deployment).then((trail) => {
      if (wanted && trail) setHeld({ of, trail });
    });
    return () => {
      wanted = false;
    };
  }, [ask, deployment, of, length]);
  return held?.of === of ? held.trail : undefined;
}
