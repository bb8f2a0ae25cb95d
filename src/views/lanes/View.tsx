import { ChevronLeft, ChevronRight, Download, LocateFixed, ZoomIn, ZoomOut } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useUi } from '../../i18n/index';
import type { Rows } from '../../store/lab-store';
import { Button } from '../../ui/controls';
import { saveFile } from '../../ui/save-file';
import { clockText } from '../../ui/time';
import type { Granularity } from '../../worker/protocol';
import { useRoom } from '../cluster/use-room';
import { Picture } from '../drawing/Picture';
import { pagePalette } from '../drawing/svg-document';
import { useNarrow } from '../drawing/use-narrow';
import { describeLanes } from './describe';
import { drawLanes, subjectsText } from './draw';
import styles from './lanes.module.css';
import { lanesModel, subjectOf } from './model';
import { lanesSvg } from './svg';
import { type AskLanes, useLanesWindow, zooms } from './use-lanes-window';

interface LanesViewProps {
  /** Asks the Worker. */
  readonly ask: AskLanes;
  readonly rows: Rows;
  readonly branch: string;
  readonly position: number;
  /** Virtual time at the cursor. */
  readonly at: number;
  readonly length: number;
  readonly granularity: Granularity;
  /** Subject of the event at the cursor. */
  readonly subject: string;
  /** Objects to follow; by default the one that the event at the cursor is about. */
  readonly subjects?: readonly string[] | undefined;
  /** Position after which nothing may be seen. */
  readonly gate?: number | undefined;
  readonly onSeek: (position: number) => void;
  readonly onOpen?: ((id: string) => void) | undefined;
}

function nodeNames(rows: Rows): string[] {
  const order = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
  return [...(rows['api/nodes']?.keys() ?? [])].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Left and right of the picture, in the style sheet. */
const sidePadding = 12;

/** The object to follow: the one at the cursor, or the last that was one, where an event is about none. */
function useFollowed(subject: string, chosen: readonly string[] | undefined): readonly string[] {
  const last = useRef<string | undefined>(undefined);
  const now = subjectOf(subject);
  if (now) last.current = now;
  const followed = chosen ?? (last.current ? [last.current] : []);
  const text = followed.join(' ');
  return useMemo(() => (text === '' ? [] : text.split(' ')), [text]);
}

/** The parts of the cluster side by side, and their messages in time; what is stored beside what each part knows of it. */
export function LanesView(props: LanesViewProps) {
  const { ask, rows, branch, position, at, length, granularity, gate, onSeek, onOpen } = props;
  const ui = useUi();
  const narrow = useNarrow();
  const frame = useRef<HTMLDivElement>(null);
  const width = useRoom(frame).width - 2 * sidePadding;
  // A dozen messages are what can be read at once; more are asked for.
  const [zoom, setZoom] = useState<number>(1);
  const subjects = useFollowed(props.subject, props.subjects);
  const { window, panned, earlier, later, follow } = useLanesWindow({
    ask,
    branch,
    position,
    length,
    granularity,
    subjects,
    gate,
    zoom,
  });
  const names = nodeNames(rows).join(' ');
  const model = useMemo(() => {
    const nodes = names === '' ? [] : names.split(' ');
    return window && lanesModel({ window, position, at, nodes, subjects, narrow, width, gate });
  }, [window, position, at, names, subjects, narrow, width, gate]);
  const drawing = useMemo(() => model && drawLanes(ui, model), [ui, model]);
  const outline = useMemo(() => model && describeLanes(ui, model), [ui, model]);
  const words = ui.lanes;

  const zoomBy = (by: number) => setZoom((now) => Math.max(0, Math.min(zooms.length - 1, now + by)));
  const keys: Readonly<Record<string, () => unknown>> = {
    '+': () => zoomBy(-1),
    '=': () => zoomBy(-1),
    '-': () => zoomBy(1),
    PageUp: earlier,
    PageDown: later,
    Escape: follow,
  };
  const save = (): void => {
    if (!model) return;
    const source = `${ui.product} · Kubernetes 1.37 · ${clockText(at)}`;
    saveFile('lanes.svg', lanesSvg(ui, model, source, pagePalette(document.documentElement)), 'image/svg+xml');
  };
  const open = (id: string): void => {
    const [kind] = id.split('/', 1);
    if (kind === 'event') onSeek(Number(id.slice('event/'.length)));
    const subject = kind === 'strip' ? subjects.find((candidate) => id.endsWith(`/${candidate}`)) : undefined;
    if (subject) onOpen?.(subject);
  };

  return (
    <div className={styles.lanes} ref={frame}>
      <div className={styles.tools} role="toolbar" aria-label={words.tools}>
        <span className={styles.followed}>{subjectsText(ui, subjects)}</span>
        {model && <span className={styles.clock}>{clockText(model.axis.from)}</span>}
        <Button look="ghost" iconOnly aria-label={words.earlier} disabled={!window?.earlier} onClick={earlier}>
          <ChevronLeft size={16} aria-hidden />
        </Button>
        <Button look="ghost" iconOnly aria-label={words.later} disabled={!window?.later} onClick={later}>
          <ChevronRight size={16} aria-hidden />
        </Button>
        <Button look="ghost" iconOnly aria-label={words.closer} disabled={zoom === 0} onClick={() => zoomBy(-1)}>
          <ZoomIn size={16} aria-hidden />
        </Button>
        <Button
          look="ghost"
          iconOnly
          aria-label={words.wider}
          disabled={zoom === zooms.length - 1}
          onClick={() => zoomBy(1)}
        >
          <ZoomOut size={16} aria-hidden />
        </Button>
        <Button look="ghost" iconOnly aria-label={words.follow} disabled={!panned} onClick={follow}>
          <LocateFixed size={16} aria-hidden />
        </Button>
        <Button look="ghost" iconOnly aria-label={ui.diagram.save} disabled={!model} onClick={save}>
          <Download size={16} aria-hidden />
        </Button>
      </div>
      {drawing && outline && model ? (
        <>
          <Picture
            className={styles.picture}
            drawing={drawing}
            label={outline.summary}
            onOpen={open}
            follow={`event/${position}`}
            onKey={(key) => {
              const action = keys[key];
              action?.();
              return action !== undefined;
            }}
          />
          {model.messages.length === 0 && <p className={styles.empty}>{words.empty}</p>}
          <ol className="sr-only" aria-label={words.name}>
            {outline.items.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ol>
        </>
      ) : (
        <p className={styles.empty}>{words.waiting}</p>
      )}
    </div>
  );
}
