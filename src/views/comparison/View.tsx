import { useMemo } from 'react';
import { useUi } from '../../i18n/index';
import styles from './comparison.module.css';
import { describeComparison, describeRows } from './describe';
import type { ClusterComparison } from './model';

interface ComparisonTableProps {
  readonly comparison: ClusterComparison;
  readonly names: readonly [string, string];
}

/** Rows that are shown; whoever has more to compare looks at the picture. */
const mostRows = 40;

/** What differs between two branches, object by object. */
export function ComparisonTable({ comparison, names }: ComparisonTableProps) {
  const ui = useUi();
  const rows = useMemo(() => describeRows(ui, comparison), [ui, comparison]);
  const shown = rows.slice(0, mostRows);
  return (
    <div className={styles.table}>
      <p className={styles.summary}>{describeComparison(ui, comparison, names)}</p>
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className={styles.scroll} aria-label={ui.compare.table} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{ui.compare.object}</th>
                {names.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ id, name, sides: [left, right] }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td>{left}</td>
                  <td>{right}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > shown.length && <p>{ui.compare.more(rows.length - shown.length)}</p>}
        </section>
      )}
    </div>
  );
}
