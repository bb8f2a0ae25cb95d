import { memo } from 'react';
import { useUi } from '../../i18n/index';
import { classes } from '../../ui/controls';
import { actorName } from '../words';
import styles from './cluster.module.css';
import type { ClusterModel } from './model';

/** The region of the control plane, below everything else. */
export function ControlPlaneField({ model }: { readonly model: ClusterModel }) {
  const { w, h } = model.controlPlane;
  return (
    <g>
      <rect x={0} y={0} width={w} height={h} fill="var(--surface)" stroke="var(--line)" />
      <rect x={0} y={0} width={w} height={3} fill="var(--cp)" />
    </g>
  );
}

/** The parts that act, with the one at the cursor lit. */
export const ControlPlane = memo(function ControlPlane({ model }: { readonly model: ClusterModel }) {
  const ui = useUi();
  const { parts } = model;
  return (
    <g>
      {parts.map((part) => {
        const now = part.actor === model.actor;
        const told =
          part.actor === model.target ||
          (model.target === 'kube-controller-manager' &&
            ['deployment-controller', 'replicaset-controller'].includes(part.actor));
        return (
          <g key={part.actor} className={classes(styles.part, now && styles.now, told && styles.told)}>
            {now && (
              <rect
                x={part.x - 4}
                y={part.y - 4}
                width={part.w + 8}
                height={part.h + 8}
                rx={11}
                style={{ fill: 'none', stroke: 'var(--cp)', strokeWidth: 1.25 }}
              />
            )}
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

/** Where Pods are that no node has been found for yet. */
export const WaitingRow = memo(
  function WaitingRow({ model }: { readonly model: ClusterModel }) {
    const ui = useUi();
    const { waitingRow } = model;
    return (
      <g>
        <rect
          x={0.5}
          y={waitingRow.y - 4}
          width={waitingRow.w - 1}
          height={waitingRow.h + 8}
          rx={4}
          fill="none"
          stroke="var(--line)"
          strokeDasharray="2 4"
        />
        <text x={10} y={waitingRow.y + 16.5} className={classes(styles.small, styles.dim)}>
          {ui.cluster.waiting}
        </text>
      </g>
    );
  },
  (a, b) => a.model.waitingRow.y === b.model.waitingRow.y,
);
