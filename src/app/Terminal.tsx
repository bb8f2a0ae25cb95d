import { Component, lazy, memo, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useUi } from '../i18n/index';
import { classes } from '../ui/controls';
import { PlainPane } from './terminal/PlainPane';
import styles from './terminal/terminal.module.css';
import { type Shell, useShell } from './terminal/use-shell';
import { useSingleColumn } from './use-single-column';

const XtermPane = lazy(() => import('./terminal/XtermPane'));
const shownRuns = 12;

/** Shows something else when its content cannot be loaded or breaks. */
class Fallback extends Component<{ readonly instead: ReactNode; readonly children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}

/** What the runs printed, as text. Beside xterm it is there for paper. */
function Transcript({ shell: { runs } }: { readonly shell: Shell }) {
  const ui = useUi();
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new output scrolls into sight
  useEffect(() => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, [runs]);
  return (
    <div
      ref={frame}
      className={styles.transcript}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
      tabIndex={0}
      data-testid="terminal"
      role="log"
      aria-label={ui.terminal.title}
    >
      {runs.length === 0 && <p className={styles.quiet}>{ui.terminal.empty}</p>}
      {runs.slice(-shownRuns).map((run) => (
        <div key={run.id}>
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
    </div>
  );
}

/** kubectl for the cluster at the cursor: what was typed and printed up to there, and a line to type. */
export const Terminal = memo(function Terminal() {
  const ui = useUi();
  const shell = useShell();
  const narrow = useSingleColumn();
  const plain = (
    <div className={styles.plain}>
      <Transcript shell={shell} />
      <PlainPane shell={shell} />
    </div>
  );
  return (
    <section className={styles.terminal} aria-label={ui.terminal.title}>
      {narrow ? (
        plain
      ) : (
        <Fallback instead={plain}>
          <Suspense fallback={plain}>
            <XtermPane shell={shell} />
            <div className={styles.forPaper}>
              <Transcript shell={shell} />
            </div>
          </Suspense>
        </Fallback>
      )}
      <p className="sr-only">{ui.terminal.leave}</p>
    </section>
  );
});
