import { describe, expect, it } from 'vitest';
import { type AnyCondition, findCondition, isConditionTrue, removeCondition, setCondition } from './conditions';

const ready: AnyCondition = { type: 'Ready', status: 'True', reason: 'a', lastTransitionTime: 't1' };

describe('conditions', () => {
  it('keep their transition time while the status stays', () => {
    const again = setCondition([ready], { ...ready, reason: 'b', lastTransitionTime: 't2' });
    expect(again).toEqual([{ ...ready, reason: 'b' }]);
    const turned = setCondition([ready], { ...ready, status: 'False', lastTransitionTime: 't2' });
    expect(turned).toEqual([{ ...ready, status: 'False', lastTransitionTime: 't2' }]);
  });

  it('are the same list when nothing changes', () => {
    const list = [ready];
    expect(setCondition(list, { ...ready, lastTransitionTime: 't9' })).toBe(list);
    expect(removeCondition(list, 'Other')).toBe(list);
  });

  it('are found, added at the end and removed by type', () => {
    expect(findCondition([ready], 'Ready')).toBe(ready);
    expect(isConditionTrue(undefined, 'Ready')).toBe(false);
    expect(setCondition([ready], { type: 'New', status: 'True' }).map((c) => c.type)).toEqual(['Ready', 'New']);
    expect(removeCondition([ready], 'Ready')).toEqual([]);
  });
});
