import type { Difference } from '../comparison/model';
import styles from './cluster.module.css';
import type { Box } from './geometry';

interface DifferenceMarksProps {
  readonly stops: readonly { readonly id: string; readonly box: Box }[];
  readonly marks: ReadonlyMap<string, Difference>;
}

/** Smaller cells have no room for a sign beside their own. */
const leastForSign = 60;
const signs = { only: '+', other: '≠' } as const;

/** The highlighter around what differs from the branch beside: two lines, and where there is room what sort it is. */
export function DifferenceMarks({ stops, marks }: DifferenceMarksProps) {
  return (
    <g data-testid="differences">
      {stops.map(({ id, box: { x, y, w, h } }) => {
        const mark = marks.get(id);
        if (!mark) return null;
        return (
          <g key={id} className={styles.differs} data-differs={mark} data-of={id}>
            <rect className={styles.band} x={x - 2.5} y={y - 2.5} width={w + 5} height={h + 5} rx={9} />
            <rect className={styles.edge} x={x - 4.5} y={y - 4.5} width={w + 9} height={h + 9} rx={10} />
            {w >= leastForSign && (
              <>
                <circle className={styles.plateOfSign} cx={x + w - 3} cy={y + h + 1} r={8.5} />
                <text className={styles.sign} x={x + w - 3} y={y + h + 5.5} textAnchor="middle">
                  {signs[mark]}
                </text>
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}
