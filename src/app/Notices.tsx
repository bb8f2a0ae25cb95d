import { CircleX, Info, X } from 'lucide-react';
import { createContext, memo, type ReactNode, useContext, useEffect, useState } from 'react';
import { type Ui, useUi } from '../i18n/index';
import { showBeside } from '../stage/CompareControls';
import { lab } from '../store/lab-connection';
import { type Notice, type Phase, useLab } from '../store/lab-store';
import { Button, classes } from '../ui/controls';
import type { LabState } from '../worker/protocol';
import styles from './app.module.css';
import noticeStyles from './notices.module.css';

/** A start that is over sooner needs no words. */
const patienceMs = 400;
/** Good news is read once; what failed stays until it is closed. */
const goodNewsMs = 12_000;

function wordsOf(ui: Ui, notice: Notice): { readonly text: string; readonly detail: string; readonly bad: boolean } {
  const { notices } = ui;
  switch (notice.kind) {
    case 'recovered':
      return { text: notices.recovered(notice.commands), detail: '', bad: false };
    case 'reloaded':
      return { text: notices.reloaded(notice.commands), detail: '', bad: false };
    case 'forked':
      return { text: notices.forked(ui.player.branchName(notice.branch)), detail: '', bad: false };
    case 'other-engine':
      return { text: notices.otherEngine(notice.engine), detail: '', bad: false };
    case 'link-refused':
      return { text: `${notices.linkRefused} ${notices.linkReasons[notice.reason]}`, detail: notice.detail, bad: true };
    case 'link-too-long':
      return { text: notices.linkTooLong, detail: '', bad: true };
    case 'link-too-much':
      return { text: notices.linkTooMuch, detail: '', bad: true };
    case 'replay-stopped':
      return { text: notices.replayStopped(notice.kept), detail: '', bad: false };
    case 'command-lost':
      return { text: notices.commandLost, detail: '', bad: true };
    case 'failed':
      return { text: notices.failed, detail: notice.detail, bad: true };
  }
}

function stopWords(ui: Ui, stop: NonNullable<LabState['stop']>): string {
  return ui.notices.stopped[stop.reason](stop.limit, stop.subject);
}

function Card({
  bad,
  children,
  onClose,
}: {
  readonly bad: boolean;
  readonly children: ReactNode;
  readonly onClose?: () => void;
}) {
  const ui = useUi();
  return (
    <div
      className={classes(noticeStyles.notice, bad && noticeStyles.bad)}
      role={bad ? 'alert' : 'status'}
      data-row={useContext(InRow)}
    >
      {bad ? <CircleX size={16} aria-hidden /> : <Info size={16} aria-hidden />}
      <div>{children}</div>
      {onClose ? (
        <Button look="ghost" iconOnly aria-label={ui.notices.close} onClick={onClose}>
          <X size={15} aria-hidden />
        </Button>
      ) : (
        <span />
      )}
    </div>
  );
}

function Waiting({ phase }: { readonly phase: Phase }) {
  const ui = useUi();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const replayed = useLab((view) => view.replayed);
  if (!late) return null;
  const { recovering, replaying, starting } = ui.notices;
  const words = phase === 'recovering' ? recovering : replayed > 0 ? replaying : starting;
  return (
    <Card bad={false}>
      <p>{words}</p>
      {replayed > 0 && (
        <p className={noticeStyles.replay}>
          <progress aria-label={ui.notices.replayed} max={1} value={replayed} />
          <span>{Math.floor(replayed * 100)} %</span>
          <Button onClick={() => lab.stopReplay()}>{ui.notices.stopReplay}</Button>
        </p>
      )}
    </Card>
  );
}

const InRow = createContext(false);

interface NoticesProps {
  /** In a row of the page instead of in front of it: nothing is covered. */
  readonly inRow?: boolean;
}

/** What the page has to say about itself: lost and found Workers, links, limits reached. */
export const Notices = memo(function Notices({ inRow = false }: NoticesProps) {
  const ui = useUi();
  const phase = useLab((view) => view.phase);
  const notice = useLab((view) => view.notice);
  const stop = useLab((view) => view.state?.stop);
  const words = notice && wordsOf(ui, notice);
  const passing = words && !words.bad ? notice : undefined;
  useEffect(() => {
    if (!passing) return;
    const timer = setTimeout(() => {
      if (useLab.getState().notice === passing) useLab.setState({ notice: undefined });
    }, goodNewsMs);
    return () => clearTimeout(timer);
  }, [passing]);
  return (
    <InRow value={inRow}>
      <div className={inRow ? styles.noticeRow : styles.notices} data-testid="notices">
        {(phase === 'starting' || phase === 'recovering') && <Waiting key={phase} phase={phase} />}
        {stop && <Card bad>{stopWords(ui, stop)}</Card>}
        {phase === 'failed' && (
          <Card bad>
            <p>{ui.notices.gaveUp}</p>
            <Button onClick={() => void lab.retry()}>{ui.notices.retry}</Button>
          </Card>
        )}
        {words && (
          <Card bad={words.bad} onClose={() => useLab.setState({ notice: undefined })}>
            <p>
              {words.text}
              {notice?.kind === 'forked' && (
                <Button className={noticeStyles.act} onClick={showBeside}>
                  {ui.compare.open}
                </Button>
              )}
            </p>
            {words.detail && <code>{words.detail}</code>}
          </Card>
        )}
      </div>
    </InRow>
  );
});
