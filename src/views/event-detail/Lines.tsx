import { useState } from 'react';
import { useUi } from '../../i18n/index';
import { classes } from '../../ui/controls';
import type { DiffLine } from './diff';
import styles from './event-detail.module.css';
import type { Line } from './yaml-lines';

interface LinesProps {
  readonly lines: readonly (Line | DiffLine)[];
  readonly label: string;
  /** Lines shown before the rest is asked for. */
  readonly limit?: number;
}

const signs: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '−', same: '' };

/** A rest so short that asking for it would cost as much room as showing it. */
const shortRest = 3;

/** YAML, or the difference of two, in lines. */
export function Lines({ lines, label, limit = 24 }: LinesProps) {
  const ui = useUi();
  const [whole, setWhole] = useState(false);
  const isDiff = lines.some((line) => 'kind' in line);
  const shown = whole || lines.length - limit <= shortRest ? lines : lines.slice(0, limit);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and this holds none */}
      <div
        role="group"
        className={styles.lines}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, by keyboard too
        tabIndex={0}
        aria-label={label}
      >
        {shown.map((line, i) => {
          const kind = 'kind' in line ? line.kind : 'same';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
            <code key={i} className={classes(isDiff && kind !== 'same' && styles[kind], !isDiff && styles.body)}>
              {isDiff && <span className={styles.sign}>{signs[kind]}</span>}
              {`${'  '.repeat(line.indent)}${line.text}`}
            </code>
          );
        })}
      </div>
      {shown.length < lines.length && (
        <button type="button" className="linklike" onClick={() => setWhole(true)}>
          {ui.detail.cut(lines.length - shown.length)}
        </button>
      )}
    </>
  );
}
