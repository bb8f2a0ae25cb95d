import { ArrowLeft, CircleHelp, FileCode2 } from 'lucide-react';
import { useMemo } from 'react';
import { useUi } from '../../i18n/index';
import type { Rows } from '../../store/lab-store';
import type { TraceIndex } from '../../store/trace-index';
import { Button } from '../../ui/controls';
import { clockText } from '../../ui/time';
import styles from '../event-detail/event-detail.module.css';
import { Lines } from '../event-detail/Lines';
import { eventSentence, subjectName } from '../words';
import { describeObject } from './describe';
import { objectModel } from './model';

interface ObjectDetailProps {
  readonly id: string;
  readonly rows: Rows;
  readonly index: TraceIndex;
  readonly length: number;
  readonly position: number;
  readonly onSeek: (position: number) => void;
  readonly onBack: () => void;
}

/** One object as it is stored at the cursor, and the event that last changed it. */
export function ObjectDetailView({ id, rows, index, length, position, onSeek, onBack }: ObjectDetailProps) {
  const ui = useUi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index grows in place, `length` says when
  const model = useMemo(() => objectModel(rows, index, position, id), [rows, index, length, position, id]);
  const { lastChange } = model;
  return (
    <section className={styles.detail} aria-label={describeObject(ui, model)}>
      <Button look="ghost" className={styles.back} onClick={onBack}>
        <ArrowLeft size={15} aria-hidden />
        {ui.object.back}
      </Button>
      <div className={styles.head}>
        <h2 className={styles.sentence}>{subjectName(id)}</h2>
        {model.version && <p className={styles.meta}>{ui.object.version(model.version)}</p>}
      </div>
      {lastChange && (
        <div>
          <h3>
            <CircleHelp size={15} aria-hidden />
            {ui.object.lastChange}
          </h3>
          <ol className={styles.why}>
            <li>
              <button
                type="button"
                onClick={() => {
                  onSeek(lastChange.position);
                  onBack();
                }}
              >
                {eventSentence(ui, lastChange)}
                <small>
                  {clockText(lastChange.at)} {lastChange.verb}
                </small>
              </button>
            </li>
          </ol>
        </div>
      )}
      {model.lines.length === 0 ? (
        <p className={styles.note}>{ui.object.gone}</p>
      ) : (
        <div className={styles.row}>
          <h3>
            <FileCode2 size={15} aria-hidden />
            {ui.object.yaml}
          </h3>
          <Lines lines={model.lines} label={ui.object.yaml} limit={400} />
        </div>
      )}
    </section>
  );
}
