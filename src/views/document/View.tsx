import { type CSSProperties, type UIEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useUi } from '../../i18n/index';
import { useSettings } from '../../store/settings';
import type { IndexedEvent } from '../../store/trace-index';
import { Button } from '../../ui/controls';
import type { EventDetail } from '../../worker/protocol';
import { Picture } from '../drawing/Picture';
import { scrollTo } from '../drawing/scroll-to';
import { describeDiagram, describeElement } from './describe';
import type { Bind, Diagram } from './diagram';
import styles from './document.module.css';
import { type DiagramForm, drawDiagram, layoutOf } from './draw';
import { headsState } from './draw-sequence';
import { arrived, documentModel, type LitEvents } from './model';

export interface DocumentViewProps {
  readonly diagram: Diagram;
  readonly bind: Bind;
  /** Language of the labels. */
  readonly language: string;
  /** Where the Worker found what the bind file means; absent until it has answered. */
  readonly events: LitEvents | undefined;
  /** How far it has looked: the picture is drawn again when that grows. */
  readonly until: number;
  readonly position: number;
  readonly since?: number | undefined;
  readonly fogFrom?: number | undefined;
  readonly event: IndexedEvent | undefined;
  readonly detail: EventDetail | undefined;
  readonly focus?: readonly string[] | undefined;
  /** Numbers on the last ways that something went; with reduced motion they are always there. */
  readonly trail?: boolean | undefined;
  /** The learner's answer on the picture. */
  readonly chosen?: string | undefined;
  /** A node, participant or message was clicked, or Enter pressed on it. */
  readonly onOpen?: ((id: string) => void) | undefined;
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

const messageMs = 320;
/** Below it, the smallest letters of a diagram would be drawn with less than 13 px: those of a flowchart, of a sequence. */
const leastScales = { flow: 13 / 13.5, sequence: 1 } as const;

/** Whether the message at the cursor has reached its receiver. */
function useArrival(key: string | undefined, still: boolean): boolean {
  const [reached, setReached] = useState<string>();
  useEffect(() => {
    if (key === undefined) return;
    const timer = setTimeout(() => setReached(key), still ? 0 : messageMs);
    return () => clearTimeout(timer);
  }, [key, still]);
  return key !== undefined && reached === key;
}

/** A document's own diagram, lit by what the cluster does. */
export function DocumentView(props: DocumentViewProps) {
  const { diagram, bind, language, events, until, position, since, fogFrom, event, detail, focus, chosen, onOpen } =
    props;
  const ui = useUi();
  const narrow = useMedia('(max-width: 699px)');
  const calm = useSettings((settings) => settings.calm);
  const still = useMedia('(prefers-reduced-motion: reduce)') || calm;
  const [whole, setWhole] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `events` grows in place; `until` says that it has
  const model = useMemo(
    () => documentModel({ diagram, bind, events, position, since, fogFrom, event, detail, focus }),
    [diagram, bind, events, until, position, since, fogFrom, event, detail, focus],
  );
  const layout = useMemo(() => layoutOf(diagram, bind, language), [diagram, bind, language]);
  const hasArrived = useArrival(model.message?.key, still);
  const shown = hasArrived ? arrived(model) : model;
  const form: DiagramForm = narrow && !whole ? 'near' : 'whole';
  const trail = (props.trail ?? false) || still;
  const drawing = useMemo(
    () =>
      drawDiagram(layout, shown, form, {
        language,
        nameOf: (id) => describeElement(ui, shown, language, id),
        chosen,
        trail,
      }),
    [layout, shown, form, language, ui, chosen, trail],
  );
  const outline = useMemo(() => describeDiagram(ui, shown, language), [ui, shown, language]);

  // The picture may be longer than the stage: the message at the cursor stays in sight.
  const { at, from, to } = model.message ?? {};
  useEffect(() => {
    if (at === undefined) return;
    const area = frame.current?.querySelector(`.${diagram.kind === 'sequence' ? styles.sequence : styles.flow}`);
    const find = (id: string) => area?.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (!area) return;
    if (diagram.kind === 'sequence') scrollTo(area, find(at), true);
    else for (const id of [to, from]) if (id) scrollTo(area, find(id));
  }, [at, from, to, diagram]);
  const keepHeads = (scrolled: UIEvent) => {
    const area = scrolled.target as Element;
    const svg = area.querySelector('svg');
    const heads = svg?.querySelector<SVGGElement>(`g[data-state="${headsState}"]`);
    if (!svg || !heads) return;
    heads.style.transform = `translateY(${area.scrollTop * (svg.viewBox.baseVal.width / svg.clientWidth)}px)`;
  };

  return (
    <div
      ref={frame}
      className={styles.view}
      data-form={form}
      data-diagram={diagram.id}
      onScrollCapture={diagram.kind === 'sequence' ? keepHeads : undefined}
      // Labels stay legible: where the stage is lower or narrower than that, it scrolls.
      style={
        {
          '--least': `${drawing.height * leastScales.flow}px`,
          '--narrowest': `${drawing.width * leastScales[diagram.kind === 'sequence' ? 'sequence' : 'flow']}px`,
        } as CSSProperties
      }
    >
      <Picture
        drawing={drawing}
        label={outline.summary}
        onOpen={onOpen}
        className={diagram.kind === 'sequence' ? styles.sequence : styles.flow}
      />
      {narrow && (
        <div className={styles.tools}>
          <Button look="ghost" onClick={() => setWhole(!whole)}>
            {whole ? ui.diagram.near : ui.diagram.whole}
          </Button>
        </div>
      )}
      <ul className="sr-only" aria-label={ui.diagram.name}>
        {outline.items.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
