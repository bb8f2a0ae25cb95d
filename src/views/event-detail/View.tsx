import { CircleHelp, FileDiff, Mail } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useUi } from '../../i18n/index';
import type { IndexedEvent, TraceIndex } from '../../store/trace-index';
import { classes } from '../../ui/controls';
import { clockText, spanText } from '../../ui/time';
import type { EventDetail } from '../../worker/protocol';
import { eventSentence } from '../words';
import { describeChange, followsFault, rowName, tableName } from './describe';
import styles from './event-detail.module.css';
import { Lines } from './Lines';
import { type ChangedRow, detailModel, type MessageModel, whyModel } from './model';

interface EventDetailProps {
  readonly index: TraceIndex;
  readonly length: number;
  readonly position: number;
  readonly detail: EventDetail | undefined;
  readonly onSeek: (position: number) => void;
}

/** The event at the cursor: the message itself, what it changed, and why it happened. */
export function EventDetailView({ index, position, detail, onSeek }: EventDetailProps) {
  const ui = useUi();
  const event = index.at(position);
  const model = useMemo(() => (detail ? detailModel(detail) : undefined), [detail]);
  if (!event) {
    return (
      <section className={styles.detail} aria-label={ui.detail.name}>
        <h2>{ui.detail.start}</h2>
        <p className={styles.note}>{ui.detail.startHint}</p>
      </section>
    );
  }
  const follows = event.verb === 'fault' ? followsFault(ui, event.note) : undefined;
  const why = <Why key={position} index={index} event={event} onSeek={onSeek} />;
  return (
    <section className={styles.detail} aria-label={ui.detail.name}>
      <div className={styles.head}>
        <h2 className={classes(styles.sentence, event.failed && styles.failed)}>{eventSentence(ui, event)}</h2>
        <p className={styles.meta}>
          <span className={styles.verb}>{event.verb}</span> · {ui.detail.number(event.seq)}
          <br />
          {ui.detail.at(clockText(event.at), event.at)}
        </p>
      </div>
      {follows && (
        <p>
          <b>{ui.faults.watch}</b> {follows}
        </p>
      )}
      {model && detail?.position === position ? (
        <>
          {model.changes[0] ? (
            <Change row={model.changes[0]} />
          ) : (
            <p className={styles.note}>{model.engine.length > 0 ? ui.detail.engineOnly : ui.detail.unchanged}</p>
          )}
          {why}
          <Message message={model.message} />
          <MoreChanges title={ui.detail.alsoChanged} rows={model.changes.slice(1)} />
          <MoreChanges title={ui.detail.engine} rows={model.engine} />
        </>
      ) : (
        <>
          <p className={styles.note}>{ui.detail.loading}</p>
          {why}
        </>
      )}
    </section>
  );
}

/** Lines of the first change that are shown at once: the causes below it must stay in sight. */
const firstLines = 11;

function Change({ row }: { readonly row: ChangedRow }) {
  const ui = useUi();
  return (
    <div className={styles.row}>
      <h3>
        <FileDiff size={15} aria-hidden />
        <span>
          {rowName(row)} <small>{tableName(ui, row.table)}</small>
        </span>
      </h3>
      <Lines lines={row.lines} label={describeChange(ui, row)} limit={firstLines} />
    </div>
  );
}

function MoreChanges({
  title,
  rows,
}: {
  readonly title: (count: number) => string;
  readonly rows: readonly ChangedRow[];
}) {
  if (rows.length === 0) return null;
  return (
    <details className={styles.message}>
      <summary>{title(rows.length)}</summary>
      {rows.map((row) => (
        <Change key={row.id} row={row} />
      ))}
    </details>
  );
}

function Message({ message }: { readonly message: MessageModel }) {
  const ui = useUi();
  const { head, code, tookMicros, request, response, fields } = message;
  if (!head && fields.length === 0) return null;
  return (
    <div className={styles.message}>
      <h3>
        <Mail size={15} aria-hidden />
        {ui.detail.message}
      </h3>
      {head && (
        <p className={styles.path}>
          {head}
          <br />
          <span className={classes(code >= 400 && styles.failed)}>{code}</span>{' '}
          <span className={styles.note}>{ui.detail.took(spanText(tookMicros))}</span>
        </p>
      )}
      {fields.length > 0 && <Lines lines={fields} label={ui.detail.fields} />}
      {request.length > 0 && (
        <details>
          <summary>{ui.detail.request}</summary>
          <Lines lines={request} label={ui.detail.request} />
        </details>
      )}
      {response.length > 0 && (
        <details open={code >= 400}>
          <summary>{ui.detail.response}</summary>
          <Lines lines={response} label={ui.detail.response} />
        </details>
      )}
    </div>
  );
}

function Why({
  index,
  event,
  onSeek,
}: {
  readonly index: TraceIndex;
  readonly event: IndexedEvent;
  readonly onSeek: (position: number) => void;
}) {
  const ui = useUi();
  const [unfolded, setUnfolded] = useState(false);
  const { near, folded, far, rooted } = whyModel(index.why(event.position));
  const step = (cause: IndexedEvent) => (
    <li key={cause.seq}>
      <button type="button" onClick={() => onSeek(cause.position)}>
        {eventSentence(ui, cause)}
        <small>
          {clockText(cause.at)} {cause.verb}
        </small>
      </button>
    </li>
  );
  return (
    <div>
      <h3>
        <CircleHelp size={15} aria-hidden />
        {ui.detail.why}
      </h3>
      <ol className={styles.why}>
        <li className={styles.now}>
          <button type="button" aria-current="step" onClick={() => onSeek(event.position)}>
            {eventSentence(ui, event)}
          </button>
        </li>
        {near.map(step)}
        {folded.length > 0 && !unfolded && (
          <li>
            <button type="button" className={styles.fold} onClick={() => setUnfolded(true)}>
              {ui.detail.whyMore(folded.length)}
            </button>
          </li>
        )}
        {unfolded && folded.map(step)}
        {far.map(step)}
      </ol>
      <p className={styles.note}>{rooted ? ui.detail.whyRoot : ui.detail.whyCut}</p>
    </div>
  );
}
