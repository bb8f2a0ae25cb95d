import { describe, expect, it } from 'vitest';
import { findUntoleratedTaint, toleratesTaint } from './taints';

const taint = (effect: string, value?: string) => ({ key: 'k', effect, ...(value === undefined ? {} : { value }) });

describe('a toleration', () => {
  it('without a key covers all keys when its operator is Exists, without an effect all effects', () => {
    expect(toleratesTaint({ operator: 'Exists' }, taint('NoSchedule', 'v'))).toBe(true);
    expect(toleratesTaint({ key: 'k', operator: 'Exists', effect: 'NoExecute' }, taint('NoSchedule'))).toBe(false);
    expect(toleratesTaint({ key: 'other', operator: 'Exists' }, taint('NoSchedule'))).toBe(false);
  });

  it('compares values by default, an absent one as empty', () => {
    expect(toleratesTaint({ key: 'k' }, taint('NoSchedule'))).toBe(true);
    expect(toleratesTaint({ key: 'k', value: 'a' }, taint('NoSchedule', 'b'))).toBe(false);
  });

  it('compares numbers only behind its gate', () => {
    const above = { key: 'k', operator: 'Gt', value: '5' };
    expect(toleratesTaint(above, taint('NoSchedule', '6'))).toBe(false);
    expect(toleratesTaint(above, taint('NoSchedule', '6'), true)).toBe(true);
    expect(toleratesTaint(above, taint('NoSchedule', 'six'), true)).toBe(false);
  });

  it('is not needed for a taint that only makes a node less liked', () => {
    expect(findUntoleratedTaint([taint('PreferNoSchedule')], [])).toBeUndefined();
    expect(findUntoleratedTaint([taint('PreferNoSchedule'), taint('NoExecute')], undefined)?.effect).toBe('NoExecute');
  });
});
