import { Server, Unplug } from 'lucide-react';
import { memo } from 'react';
import { useUi } from '../../i18n/index';
import { classes } from '../../ui/controls';
import { textWidth } from '../drawing/marks';
import styles from './cluster.module.css';
import { cpuText } from './cpu';
import { describeNode } from './describe';
import { Icon } from './Icon';
import type { Density, NodeBox } from './model';
import { PodPicture } from './PodPicture';
import { fitName, radii } from './shapes';

interface NodePictureProps {
  readonly node: NodeBox;
  readonly density: Density;
  /** One line above the Pods. */
  readonly low: boolean;
  /** Id of what the event at the cursor is about, where that is here. */
  readonly touched: string;
  readonly now: boolean;
}

/** A node with its places, and the Pods in them. */
export const NodePicture = memo(function NodePicture({ node, density, low, touched, now }: NodePictureProps) {
  const ui = useUi();
  const down = node.cut || !node.ready;
  const accent = down ? 'var(--fail)' : 'var(--node)';
  const share = node.cpuAllocatableMilli > 0 ? Math.min(1, node.cpuRequestedMilli / node.cpuAllocatableMilli) : 0;
  const { x, y, w, h } = node;
  const cpu = `${cpuText(node.cpuRequestedMilli)}/${cpuText(node.cpuAllocatableMilli)}`;
  // What the API server believes, once it does; until then what was done to the node.
  const word = !node.ready
    ? ui.cluster.notReady
    : node.cut
      ? ui.cluster.cut
      : node.unschedulable
        ? ui.cluster.unschedulable
        : low
          ? `${ui.cluster.cpu} ${cpu}`
          : node.address;
  return (
    <g data-id={node.id}>
      <g className={styles.hit}>
        <title>{describeNode(ui, node)}</title>
        <rect
          x={x}
          y={y}
          width={w}
          height={h}
          rx={2}
          fill="var(--surface)"
          stroke={down ? accent : 'var(--line-2)'}
          strokeWidth={down ? 2 : 1.25}
          strokeDasharray={down ? '5 3' : undefined}
        />
        {!down && <rect x={x} y={y} width={w} height={4} fill={accent} />}
        {now && <rect x={x + 1} y={y + 5} width={w - 2} height={low ? 20 : 25} fill="var(--node)" />}
        <Icon as={down ? Unplug : Server} x={x + 10} y={y + (low ? 8 : 10)} colour={now ? 'var(--on-solid)' : accent} />
        <text
          x={x + 31}
          y={y + (low ? 20 : 22.5)}
          className={classes(styles.label, styles.bold)}
          style={{ fill: now ? 'var(--on-solid)' : accent }}
        >
          {fitName(node.name, w - 31 - 20 - textWidth(word, 13, true), 8)}
        </text>
        <text
          x={x + w - 10}
          y={y + (low ? 20 : 22.5)}
          textAnchor="end"
          className={classes(styles.small, styles.mono, down && styles.bold)}
          style={{ fill: now ? 'var(--on-solid)' : down ? accent : 'var(--ink-2)' }}
        >
          {word}
        </text>
        {low ? (
          <rect x={x + 1} y={y + 25} width={(w - 2) * share} height={3} fill={accent} />
        ) : (
          <>
            <text x={x + 10} y={y + 41.5} className={classes(styles.small, styles.mono, styles.dim)}>
              {ui.cluster.cpu}
            </text>
            <rect x={x + 42} y={y + 34} width={w - 110} height={8} rx={2} fill="var(--surface)" stroke={accent} />
            <rect x={x + 42} y={y + 34} width={(w - 110) * share} height={8} rx={2} fill={accent} />
            <text
              x={x + w - 10}
              y={y + 41.5}
              textAnchor="end"
              className={classes(styles.small, styles.mono, styles.dim)}
            >
              {cpu}
            </text>
          </>
        )}
      </g>
      {node.places.map((place) => (
        <rect
          key={`${place.x} ${place.y}`}
          x={place.x}
          y={place.y}
          width={place.w}
          height={place.h}
          rx={radii[density]}
          fill="none"
          stroke="var(--line)"
          strokeDasharray="2 4"
        />
      ))}
      {node.pods.map((pod) => (
        <PodPicture key={pod.id} pod={pod} density={density} touched={pod.id === touched} />
      ))}
    </g>
  );
});
