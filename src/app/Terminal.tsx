import { memo, useEffect, useRef } from 'react';
import { useUi } from '../i18n/index';
import type { KubectlRun } from '../kubectl/index';
import { useLab } from '../store/lab-store';
import { classes } from '../ui/controls';
import styles from './editor.module.css';

const shownRuns = 12;

/** What kubectl has printed up to the cursor. */
export const Terminal = memo(function Terminal() {
  const ui = useUi();
  const runs = useLab((view) => view.rows.kubectl) as ReadonlyMap<string, KubectlRun> | undefined;
  const frame = useRef<HTMLDivElement>(null);
  const sorted = [...(runs ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).slice(-shownRuns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new output scrolls into sight
  useEffect(() => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, [runs]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
    <section ref={frame} className={styles.terminal} aria-label={ui.terminal.title} tabIndex={0} data-testid="terminal">
      {sorted.length === 0 && <p className={styles.quiet}>{ui.terminal.empty}</p>}
      {sorted.map(([id, run]) => (
        <div key={id}>
          <p>
            <b>$</b> kubectl {run.command}
          </p>
          {run.lines.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: printed lines are never reordered
            <p key={i} className={classes(line.stream === 'err' && styles.err)}>
              {line.text}
            </p>
          ))}
          {run.exitCode === undefined && <p className={styles.quiet}>… {ui.terminal.running}</p>}
          {run.exitCode ? <p className={styles.quiet}>{ui.terminal.exit(run.exitCode)}</p> : null}
        </div>
      ))}
    </section>
  );
});
