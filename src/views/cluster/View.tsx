import { FileCode2, Server, Split, Unplug } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { useUi } from '../../i18n/index';
import type { Rows } from '../../store/lab-store';
import type { IndexedEvent } from '../../store/trace-index';
import { classes } from '../../ui/controls';
import { actorName } from '../words';
import styles from './cluster.module.css';
import { cpuText } from './cpu';
import { describeCard, describeCluster, describeNode, describePod } from './describe';
import { type Box, type ClusterModel, clusterModel, type Message, type NodeBox, type ObjectCard, type PodCell } from './model';
import { cardPath, fitName, lookStyles, route } from './shapes';

interface ClusterViewProps {
  readonly rows: Rows;
  readonly slots: ReadonlyMap<string, number>;
  readonly event: IndexedEvent | undefined;
  /** Opens what stands at an id such as `pods/default/web-1`. */
  readonly onOpen: (id: string) => void;
}

interface Stop {
  readonly id: string;
  readonly box: Box;
  readonly name: string;
}

function stopsOf(model: ClusterModel, ui: ReturnType<typeof useUi>): Stop[] {
  const stops: Stop[] = [];
  for (const pod of model.waiting) stops.push({ id: pod.id, box: pod, name: describePod(ui, pod) });
  for (const node of model.nodes) {
    stops.push({ id: node.id, box: node, name: describeNode(ui, node) });
    for (const pod of node.pods) stops.push({ id: pod.id, box: pod, name: describePod(ui, pod) });
  }
  for (const card of model.cards) stops.push({ id: card.id, box: card, name: describeCard(ui, card) });
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
export function ClusterView({ rows, slots, event, onOpen }: ClusterViewProps) {
  const ui = useUi();
  const model = useMemo(() => clusterModel({ rows, slots, event }), [rows, slots, event]);
  const outline = useMemo(() => describeCluster(ui, model), [ui, model]);
  const stops = useMemo(() => stopsOf(model, ui), [model, ui]);
  const [focused, setFocused] = useState<string | undefined>();
  const [inside, setInside] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
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

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: one tab stop for the whole picture, arrow keys inside
    <div
      ref={frame}
      className={styles.picture}
      role="application"
      tabIndex={0}
      aria-label={outline.summary}
      aria-activedescendant={inside && stop ? `stop-${stop.id}` : undefined}
      onFocus={() => setInside(true)}
      onBlur={() => setInside(false)}
      onKeyDown={onKeyDown}
    >
      <svg viewBox={`0 -2 ${model.width} ${model.height + 2}`} aria-hidden="true">
        <ControlPlane model={model} />
        <WaitingRow model={model} />
        {model.nodes.map((node) => (
          <NodePicture key={node.id} node={node} tiny={model.tiny} touched={model.touched} now={model.actor === `kubelet/${node.name}`} onOpen={onOpen} />
        ))}
        {model.waiting.map((pod) => (
          <PodPicture key={pod.id} pod={pod} tiny={false} flat touched={pod.id === model.touched} onOpen={onOpen} />
        ))}
        {model.cards.map((card) => (
          <CardPicture key={card.id} card={card} touched={card.id === model.touched} onOpen={onOpen} />
        ))}
        {model.cards.map((card) => {
          const owner = model.cards.find(({ id }) => id === card.owner);
          return owner && <Owns key={card.id} owner={owner} owned={card} />;
        })}
        {model.message && event && <MessagePicture key={event.seq} message={model.message} busY={model.busY} />}
        {inside && stop && (
          <rect className={styles.focus} x={stop.box.x - 4} y={stop.box.y - 4} width={stop.box.w + 8} height={stop.box.h + 8} rx="8" />
        )}
      </svg>
      {inside && stop && (
        <div id={`stop-${stop.id}`} role="img" aria-label={stop.name} className="sr-only" />
      )}
    </div>
  );
}

/** The picture as an outline, for those who do not see it. */
export function ClusterOutline({ rows, slots, event }: Omit<ClusterViewProps, 'onOpen'>) {
  const ui = useUi();
  const outline = useMemo(() => describeCluster(ui, clusterModel({ rows, slots, event })), [ui, rows, slots, event]);
  return (
    <section className="sr-only" aria-label={ui.cluster.outline}>
      <ul>
        {outline.items.map(({ id, text, parts }) => (
          <li key={id}>
            {text}
            {parts.length > 0 && (
              <ul>
                {parts.map((part) => (
                  <li key={part}>{part}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Icon({ as: As, x, y, size = 15, colour }: { as: typeof Server; x: number; y: number; size?: number; colour: string }) {
  return <As x={x} y={y} width={size} height={size} stroke={colour} aria-hidden />;
}

const ControlPlane = memo(function ControlPlane({ model }: { readonly model: ClusterModel }) {
  const ui = useUi();
  const { controlPlane, parts } = model;
  return (
    <g>
      <rect x={0} y={0} width={controlPlane.w} height={controlPlane.h} fill="var(--surface)" stroke="var(--line)" />
      <rect x={0} y={0} width={controlPlane.w} height={3} fill="var(--cp)" />
      <text x={8} y={18} className={classes(styles.small, styles.bold)} style={{ fill: 'var(--cp)' }}>
        {ui.cluster.controlPlane}
      </text>
      {parts.map((part) => {
        const now = part.actor === model.actor;
        const told = part.actor === model.target || (model.target === 'kube-controller-manager' && ['deployment', 'replicaset'].includes(part.actor));
        return (
          <g key={part.actor} className={classes(styles.part, now && styles.now, told && styles.told)}>
            {now && <rect x={part.x - 4} y={part.y - 4} width={part.w + 8} height={part.h + 8} rx={11} style={{ fill: 'none', stroke: 'var(--cp)', strokeWidth: 1.25 }} />}
            <rect x={part.x} y={part.y} width={part.w} height={part.h} rx={8} />
            <text x={part.x + part.w / 2} y={part.y + 20.5} textAnchor="middle" className={styles.label}>
              {actorName(ui, part.actor)}
            </text>
          </g>
        );
      })}
    </g>
  );
});

const WaitingRow = memo(
  function WaitingRow({ model }: { readonly model: ClusterModel }) {
    const ui = useUi();
    const { waitingRow } = model;
    return (
      <g>
        <rect x={0.5} y={waitingRow.y - 4} width={waitingRow.w - 1} height={waitingRow.h + 8} rx={4} fill="none" stroke="var(--line)" strokeDasharray="2 4" />
        <text x={10} y={waitingRow.y + 18.5} className={classes(styles.small, styles.dim)}>
          {ui.cluster.waiting}
        </text>
      </g>
    );
  },
  (a, b) => a.model.waitingRow.y === b.model.waitingRow.y,
);

interface NodePictureProps {
  readonly node: NodeBox;
  readonly tiny: boolean;
  readonly touched: string;
  readonly now: boolean;
  readonly onOpen: (id: string) => void;
}

function NodePicture({ node, tiny, touched, now, onOpen }: NodePictureProps) {
  const ui = useUi();
  const down = node.cut || !node.ready;
  const accent = down ? 'var(--fail)' : 'var(--node)';
  const share = node.cpuAllocatableMilli > 0 ? Math.min(1, node.cpuRequestedMilli / node.cpuAllocatableMilli) : 0;
  const { x, y, w, h } = node;
  const word = node.cut ? ui.cluster.cut : node.ready ? node.address : ui.cluster.notReady;
  return (
    <g data-id={node.id}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the picture does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the picture is the control */}
      <g className={styles.hit} onClick={() => onOpen(node.id)}>
        <title>{describeNode(ui, node)}</title>
        <rect x={x} y={y} width={w} height={h} rx={2} fill="var(--surface)" stroke={down ? accent : 'var(--line-2)'} strokeWidth={down ? 2 : 1.25} strokeDasharray={down ? '5 3' : undefined} />
        {!down && <rect x={x} y={y} width={w} height={4} fill={accent} />}
        {now && <rect x={x + 1} y={y + 5} width={w - 2} height={25} fill="var(--node)" />}
        <Icon as={down ? Unplug : Server} x={x + 10} y={y + 10} colour={now ? 'var(--on-solid)' : accent} />
        <text x={x + 31} y={y + 22.5} className={classes(styles.label, styles.bold)} style={{ fill: now ? 'var(--on-solid)' : accent }}>
          {fitName(node.name, w - 31 - 100, 8)}
        </text>
        <text x={x + w - 10} y={y + 22.5} textAnchor="end" className={classes(styles.small, styles.mono, down && styles.bold)} style={{ fill: now ? 'var(--on-solid)' : down ? accent : 'var(--ink-2)' }}>
          {word}
        </text>
        <text x={x + 10} y={y + 41.5} className={classes(styles.small, styles.mono, styles.dim)}>
          {ui.cluster.cpu}
        </text>
        <rect x={x + 42} y={y + 34} width={w - 94} height={8} rx={2} fill="var(--surface)" stroke={accent} />
        <rect x={x + 42} y={y + 34} width={(w - 94) * share} height={8} rx={2} fill={accent} />
        <text x={x + w - 10} y={y + 41.5} textAnchor="end" className={classes(styles.small, styles.mono, styles.dim)}>
          {`${cpuText(node.cpuRequestedMilli)}/${cpuText(node.cpuAllocatableMilli)}`}
        </text>
      </g>
      {node.places.map((place, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
        <rect key={i} x={place.x} y={place.y} width={place.w} height={place.h} rx={tiny ? 5 : 9} fill="none" stroke="var(--line)" strokeDasharray="2 4" />
      ))}
      {node.pods.map((pod) => (
        <PodPicture key={pod.id} pod={pod} tiny={tiny} touched={pod.id === touched} onOpen={onOpen} />
      ))}
    </g>
  );
}

interface PodPictureProps {
  readonly pod: PodCell;
  readonly tiny: boolean;
  /** One line instead of two. */
  readonly flat?: boolean;
  readonly touched: boolean;
  readonly onOpen: (id: string) => void;
}

function samePod(a: PodPictureProps, b: PodPictureProps): boolean {
  return (
    a.tiny === b.tiny &&
    a.touched === b.touched &&
    a.pod.id === b.pod.id &&
    a.pod.x === b.pod.x &&
    a.pod.y === b.pod.y &&
    a.pod.listed === b.pod.listed &&
    a.pod.state.look === b.pod.state.look &&
    a.pod.state.reason === b.pod.state.reason &&
    a.pod.state.restarts === b.pod.state.restarts
  );
}

const PodPicture = memo(function PodPicture({ pod, tiny, flat, touched, onOpen }: PodPictureProps) {
  const ui = useUi();
  const { look, reason, restarts } = pod.state;
  const style = lookStyles[look];
  const { x, y, w, h } = pod;
  const word = reason && look !== 'pending' ? reason : ui.cluster.words[look];
  const radius = tiny ? 5 : 9;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the picture does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: the picture is the control
    <g className={classes(styles.pod, styles.hit)} data-id={pod.id} data-pod={pod.name} data-look={look} onClick={() => onOpen(pod.id)}>
      <title>{describePod(ui, pod)}</title>
      {touched && <rect className={styles.ring} x={x - 3.5} y={y - 3.5} width={w + 7} height={h + 7} rx={radius + 3} />}
      <rect x={x} y={y} width={w} height={h} rx={radius} fill={style.fill} stroke={style.stroke} strokeWidth={touched ? 2.5 : 1.75} strokeDasharray={style.dash} />
      {tiny ? (
        <Icon as={style.icon} x={x + w / 2 - 7} y={y + h / 2 - 7} size={14} colour={style.stroke} />
      ) : flat ? (
        <>
          <Icon as={style.icon} x={x + 7} y={y + h / 2 - 7} size={14} colour={style.stroke} />
          <text x={x + 26} y={y + h / 2 + 4.5} className={classes(styles.small, styles.mono)}>
            {fitName(pod.name, w - 32)}
          </text>
        </>
      ) : (
        <>
          <Icon as={style.icon} x={x + 8} y={y + 6} colour={style.stroke} />
          <text x={x + 28} y={y + 17.5} className={classes(styles.small, styles.mono)} style={{ fontWeight: 500 }}>
            {fitName(pod.name, w - 34)}
          </text>
          <text x={x + 28} y={y + 34} className={classes(styles.small, styles.dim)}>
            {restarts > 0 ? `${word} · ${ui.cluster.restarts(restarts)}` : word}
          </text>
          {pod.listed && <circle cx={x + w - 14} cy={y + h - 13} r={5} fill="var(--net)" />}
        </>
      )}
    </g>
  );
}, samePod);

function Owns({ owner, owned }: { readonly owner: ObjectCard; readonly owned: ObjectCard }) {
  const points: (readonly [number, number])[] =
    owner.y === owned.y
      ? [
          [owner.x + owner.w, owner.y + owner.h / 2],
          [owned.x, owned.y + owned.h / 2],
        ]
      : [
          [owner.x + 12, owner.y + owner.h],
          [owner.x + 12, owned.y + owned.h / 2],
          [owned.x, owned.y + owned.h / 2],
        ];
  return <path d={route(points)} fill="none" stroke="var(--work)" strokeWidth="1.75" strokeDasharray="1.5 4" strokeLinecap="round" />;
}

function CardPicture({ card, touched, onOpen }: { readonly card: ObjectCard; readonly touched: boolean; readonly onOpen: (id: string) => void }) {
  const ui = useUi();
  const { x, y, w, h } = card;
  const isService = card.resource === 'services';
  const isConfig = card.resource === 'configmaps';
  const accent = isService ? 'var(--net)' : isConfig ? 'var(--cp)' : 'var(--work)';
  const tint = isService ? 'var(--net-t)' : isConfig ? 'var(--surface)' : 'var(--work-t)';
  const idle = !isService && !isConfig && card.want === 0 && card.have === 0;
  const fill = idle ? 'var(--surface)' : tint;
  const kinds: Readonly<Record<string, string>> = { deployments: 'Deployment', replicasets: 'ReplicaSet', services: 'Service', configmaps: 'ConfigMap' };
  const below = isService
    ? ui.list([card.address, card.endpoints < 0 ? ui.cluster.noEndpoints : `${card.endpointsReady}/${card.endpoints}`].filter(Boolean))
    : isConfig
      ? ui.cluster.keys(card.want)
      : `${ui.cluster.replicas(card.have, card.want)}${card.revision && ` · ${ui.cluster.revision(card.revision)}`}`;
  const left = isService ? 36 : 12;
  const shape: ReactNode = isService ? (
    <rect x={x} y={y} width={w} height={h} rx={h / 2} fill={fill} stroke={accent} strokeWidth={touched ? 2.5 : 1.75} />
  ) : (
    <>
      <path d={cardPath(x, y, w, h)} fill={fill} stroke={idle ? 'var(--line-2)' : accent} strokeWidth={touched ? 2.5 : 1.5} />
      <path d={`M${x + w - 11} ${y}v11h11`} fill="none" stroke={idle ? 'var(--line-2)' : accent} />
    </>
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the picture does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: the picture is the control
    <g className={styles.hit} data-id={card.id} onClick={() => onOpen(card.id)}>
      <title>{describeCard(ui, card)}</title>
      {touched && <rect className={styles.ring} x={x - 3.5} y={y - 3.5} width={w + 7} height={h + 7} rx={isService ? h / 2 : 4} />}
      {shape}
      {isService && <Icon as={Split} x={x + 14} y={y + 8} colour={accent} />}
      {isConfig && <Icon as={FileCode2} x={x + w - 32} y={y + 20} size={14} colour={accent} />}
      <text x={x + left} y={y + 18} className={styles.label} style={{ fontSize: 13 }}>
        <tspan fill="var(--ink-2)">{kinds[card.resource]} </tspan>
        <tspan className={styles.bold}>{fitName(card.name, w - left - 90, 7.4)}</tspan>
      </text>
      <text x={x + left} y={y + 35} className={classes(styles.small, styles.mono, styles.dim)}>
        {below}
      </text>
    </g>
  );
}

/** The one thing that moves: a dot along the message's way, and its capsule. */
function MessagePicture({ message, busY }: { readonly message: Message; readonly busY: number }) {
  const { from, to, label, watch, failed } = message;
  const middle = (box: Box): number => box.x + box.w / 2;
  // Parts stand above the bus, nodes below it.
  const edge = (box: Box): number => (box.y < busY ? box.y + box.h : box.y);
  const start: readonly [number, number] = [middle(from), edge(from)];
  const end: readonly [number, number] = [middle(to), edge(to)];
  const path = route([start, [start[0], busY], [end[0], busY], end]);
  const width = label.length * 7.85 + 22;
  const centre = Math.min(640 - width / 2, Math.max(width / 2, (start[0] + end[0]) / 2));
  const colour = failed ? 'var(--fail)' : 'var(--ink)';
  const up = end[1] < busY;
  const tip = up ? `M${end[0] - 5} ${end[1] + 9}L${end[0]} ${end[1]}L${end[0] + 5} ${end[1] + 9}` : `M${end[0] - 5} ${end[1] - 9}L${end[0]} ${end[1]}L${end[0] + 5} ${end[1] - 9}`;
  return (
    <g>
      <path d={path} fill="none" stroke={colour} strokeWidth="2" strokeDasharray={watch ? '7 4' : failed ? '5 3' : undefined} />
      <path d={watch ? tip : `${tip}Z`} fill={watch ? 'none' : colour} stroke={colour} strokeWidth="1.75" />
      <circle className={styles.dot} r={5} fill="var(--ink)" stroke="var(--paper)" strokeWidth="1.5" style={{ offsetPath: `path("${path}")` }} />
      <rect x={centre - width / 2} y={busY - 11.5} width={width} height={23} rx={11.5} fill={colour} stroke="var(--paper)" strokeWidth="2" />
      <text x={centre} y={busY + 4.5} textAnchor="middle" className={classes(styles.small, styles.mono)} style={{ fill: 'var(--paper)', fontWeight: 500 }}>
        {label}
      </text>
    </g>
  );
}
