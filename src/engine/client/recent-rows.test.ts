import { describe, expect, it } from 'vitest';
import { Table } from '../kernel/table';
import { type RecentRow, RecentRows } from './recent-rows';

const row = (used: number, owner = 'kubelet'): RecentRow => ({ owner, used });

describe('rows of which only the recent ones are kept', () => {
  it('lose the one that was not used for longest, each owner its own', () => {
    const table = new Table<RecentRow>('rows');
    const rows = new RecentRows(table, 2);
    rows.set('a', row(1));
    rows.set('b', row(2));
    rows.set('other', row(3, 'scheduler'));
    rows.set('a', row(4));
    rows.set('c', row(5));
    expect(table.keys()).toEqual(['a', 'c', 'other']);
    rows.set('d', row(6));
    expect(table.keys()).toEqual(['c', 'd', 'other']);
  });

  it('lose the same ones after they were loaded, in whatever order that was', () => {
    const table = new Table<RecentRow>('rows');
    const loaded = new RecentRows(table, 3);
    table.load(
      new Map([
        ['a', row(9)],
        ['b', row(3)],
        ['c', row(5)],
      ]),
    );
    loaded.set('d', row(10));
    loaded.set('e', row(11));
    expect(table.keys()).toEqual(['a', 'd', 'e']);
  });
});
