import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { type Ui, useUi } from '../../i18n/index';
import type { Rows } from '../../store/lab-store';
import type { IndexedEvent } from '../../store/trace-index';
import type { Difference } from '../comparison/model';
import { CardPicture, Owns } from './CardPicture';
import { ClusterOutline } from './ClusterOutline';
import { ControlPlane, ControlPlaneField, WaitingField, WaitingWords } from './ControlPlane';
import styles from './cluster.module.css';
import { DifferenceMarks } from './DifferenceMarks';
import { describeCard, describeNode, describePod } from './describe';
import { MessageCapsule, MessageWay } from './MessagePicture';
import { type Box, type ClusterModel, ClusterParts, clusterModel, type NodeBox } from './model';
import { NodePicture } from './NodePicture';
import { PodPicture } from './PodPicture';
import { useRoom } from './use-room';

interface ClusterViewProps {
  readonly rows: Rows;
  readonly slots: ReadonlyMap<string, number>;
  readonly event: IndexedEvent | undefined;
  /** Opens what stands at an id such as `pods/default/web-1`. */
  readonly onOpen: (id: string) => void;
  /** Beside another picture of the same kind: its name, what to mark, and that one's places, for which there is room too. */
  readonly beside?:
    | {
        readonly name: string;
        readonly marks: ReadonlyMap<string, Difference>;
        readonly slots: ReadonlyMap<string, number>;
      }
    | undefined;
}

const noMarks: ReadonlyMap<string, Difference> = new Map();

interface Stop {
  readonly id: string;
  readonly box: Box;
  readonly name: () => string;
}

/** Names are made when they are read out, not for each frame. */
function stopsOf(model: ClusterModel, ui: Ui, marks: ReadonlyMap<string, Difference>): Stop[] {
  const stops: Stop[] = [];
  const put = (id: string, box: Box, plain: () => string) => {
    const mark = marks.get(id);
    stops.push({ id, box, name: mark ? () => ui.list([plain(), ui.compare.mark[mark]]) : plain });
  };
  for (const pod of model.waiting) put(pod.id, pod, () => describePod(ui, pod));
  for (const node of model.nodes) {
    put(node.id, node, () => describeNode(ui, node));
    for (const pod of node.pods) put(pod.id, pod, () => describePod(ui, pod));
  }
  for (const card of model.cards) put(card.id, card, () => describeCard(ui, card));
  return stops;
}

/** The nearest stop in a direction: by the way along it, and twice the way across. */
function neighbour(stops: readonly Stop[], from: Stop, dx: number, dy: number): Stop | undefined {
  const centre = ({ box }: Stop) => ({ x: box.x + box.w / 2, y: box.y + Math.min(box.h, 44) / 2 });
  const here = centre(from);
  let best: Stop | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const there = centre(stop);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    if (along <= 1) continue;
    const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    const cost = along + 2 * across;
    if (cost < bestCost) {
      best = stop;
      bestCost = cost;
    }
  }
  return best;
}

/** Nodes, Pods in stable places, the control plane and the message at the cursor, and the objects that own them. */
export function ClusterView({ rows, slots, event, onOpen, beside }: ClusterViewProps) {
  const ui = useUi();
  const ids = useId();
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const alsoSlots = beside?.slots;
  const marks = beside?.marks ?? noMarks;
  const [parts] = useState(() => new ClusterParts());
  const model = useMemo(
    () => clusterModel({ rows, slots, event, room, alsoSlots }, parts),
    [rows, slots, event, room, alsoSlots, parts],
  );
  const summary = ui.cluster.description(model.nodes.length, model.pods);
  const [focused, setFocused] = useState<string | undefined>();
  const [inside, setInside] = useState(false);
  const needed = inside || marks.size > 0;
  const stops = useMemo(() => (needed ? stopsOf(model, ui, marks) : []), [needed, model, ui, marks]);
  const stop = stops.find(({ id }) => id === focused) ?? (inside ? stops[0] : undefined);

  const go = (next: Stop | undefined) => {
    if (!next) return;
    setFocused(next.id);
    frame.current?.querySelector(`[data-id="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (key: KeyboardEvent) => {
    const directions: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const direction = directions[key.key];
    if (direction && stop) go(neighbour(stops, stop, direction[0], direction[1]));
    else if (key.key === 'Home') go(stops[0]);
    else if (key.key === 'End') go(stops[stops.length - 1]);
    else if (key.key === 'Enter' && stop) onOpen(stop.id);
    else return;
    key.preventDefault();
    key.stopPropagation();
  };

  const onClick = (click: MouseEvent) => {
    const id = (click.target as Element).closest('[data-id]')?.getAttribute('data-id');
    if (!id) return;
    setFocused(id);
    onOpen(id);
  };

  return (
    <>
      <div
        ref={frame}
        className={styles.picture}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one tab stop for the whole picture, arrow keys inside
        tabIndex={0}
        aria-label={beside ? ui.named(beside.name, summary) : summary}
        aria-activedescendant={inside && stop ? `${ids}${stop.id}` : undefined}
        onFocus={() => setInside(true)}
        onBlur={() => setInside(false)}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <svg
          viewBox={`0 0 ${model.width} ${model.height}`}
          style={{ maxWidth: model.width * room.scale }}
          aria-hidden="true"
        >
          <ControlPlaneField model={model} />
          <WaitingField model={model} />
          {model.message && event && <MessageWay key={event.seq} message={model.message} model={model} />}
          <ControlPlane model={model} />
          <WaitingWords model={model} />
          {model.nodes.map((node) => (
            <NodePicture
              key={node.id}
              node={node}
              density={model.density}
              low={model.lowHeads}
              touched={holds(node, model.touched) ? model.touched : ''}
              now={model.actor.endsWith(`/${node.name}`)}
            />
          ))}
          {model.waiting.map((pod) => (
            <PodPicture
              key={pod.id}
              pod={pod}
              density={model.waitingTiny ? 'sign' : 'one'}
              touched={pod.id === model.touched}
            />
          ))}
          {model.cards.map((card) => (
            <CardPicture key={card.id} card={card} touched={card.id === model.touched} />
          ))}
          {model.cards.map((card) => {
            const owner = model.cards.find(({ id }) => id === card.owner);
            return owner && <Owns key={card.id} owner={owner} owned={card} />;
          })}
          {model.message && <MessageCapsule message={model.message} model={model} />}
          {marks.size > 0 && <DifferenceMarks stops={stops} marks={marks} />}
          {inside && stop && (
            <rect
              className={styles.focus}
              x={stop.box.x - 4}
              y={stop.box.y - 4}
              width={stop.box.w + 8}
              height={stop.box.h + 8}
              rx="8"
            />
          )}
        </svg>
        {inside && stop && <div id={`${ids}${stop.id}`} role="img" aria-label={stop.name()} className="sr-only" />}
      </div>
      <ClusterOutline model={model} name={beside?.name} />
    </>
  );
}

function holds(node: NodeBox, id: string): boolean {
  return node.id === id || node.pods.some((pod) => pod.id === id);
}
