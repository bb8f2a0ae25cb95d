import { memo } from 'react';
import { type Ui, useUi } from '../../i18n/index';
import { classes } from '../../ui/controls';
import { fitText, textWidth } from '../drawing/marks';
import { actorName } from '../words';
import styles from './cluster.module.css';
import type { PartBox } from './geometry';
import { type ClusterModel, processOf } from './model';

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

function Part({ part, model }: { readonly part: PartBox; readonly model: ClusterModel }) {
  const ui = useUi();
  const now = part.actor === model.actor;
  const told = part.actor === model.target;
  return (
    <g className={classes(styles.part, now && styles.now, told && styles.told)}>
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
      <text x={part.x + part.w / 2} y={part.y + part.h / 2 + 4.5} textAnchor="middle" className={styles.label}>
        {model.tight ? shortName(ui, part.actor) : actorName(ui, part.actor)}
      </text>
    </g>
  );
}

/** A process with its controllers inside: what is delivered to it, all of them can see. Those without a place of their own are named here when they act. */
function Manager({ part, model }: { readonly part: PartBox; readonly model: ClusterModel }) {
  const ui = useUi();
  const shown = model.parts.some(({ actor }) => actor === model.actor && actor !== part.actor);
  const now = !shown && processOf(model.actor) === part.actor && model.actor !== '';
  const told = model.target === part.actor;
  const other = now && model.actor !== part.actor ? ` · ${actorName(ui, model.actor)}` : '';
  return (
    <g
      className={classes(styles.frame, now && styles.now, told && styles.told)}
      data-part={part.actor}
      data-told={told}
    >
      <rect x={part.x} y={part.y} width={part.w} height={part.h} rx={10} />
      <text
        x={part.x + part.w / 2}
        y={part.nameY}
        textAnchor="middle"
        className={classes(styles.small, styles.dim, (now || told) && styles.bold)}
      >
        {fitText(`${part.actor}${other}`, part.w - 12, 13)}
      </text>
    </g>
  );
}

/** The parts that act, with the one at the cursor lit. */
export const ControlPlane = memo(function ControlPlane({ model }: { readonly model: ClusterModel }) {
  return (
    <g>
      {model.parts.map((part) =>
        part.nameY === undefined ? (
          <Part key={part.actor} part={part} model={model} />
        ) : (
          <Manager key={part.actor} part={part} model={model} />
        ),
      )}
    </g>
  );
});

/** Where Pods are that no node has been found for yet. */
export function WaitingField({ model }: { readonly model: ClusterModel }) {
  const { waitingRow } = model;
  return (
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
  );
}

/** What the row of waiting Pods is, and what the scheduler says; above the way of a message that passes behind. */
export function WaitingWords({ model }: { readonly model: ClusterModel }) {
  const ui = useUi();
  const { waitingRow, verdict } = model;
  const said = fitText(verdict.text, waitingRow.w - verdict.x - 8, 13);
  const base = waitingRow.y + waitingRow.h / 2 + 4.5;
  const plate = { y: waitingRow.y, height: waitingRow.h, className: styles.plate };
  return (
    <g>
      <rect x={6} width={textWidth(ui.cluster.waiting, 13) + 8} {...plate} />
      <text x={10} y={base} className={classes(styles.small, styles.dim)}>
        {ui.cluster.waiting}
      </text>
      {said && (
        <g data-testid="verdict">
          <title>{verdict.text}</title>
          <rect x={verdict.x - 4} width={textWidth(said, 13) + 8} {...plate} />
          <text x={verdict.x} y={base} className={classes(styles.small, styles.failing)}>
            {said}
          </text>
        </g>
      )}
    </g>
  );
}

function shortName(ui: Ui, actor: string): string {
  return Object.hasOwn(ui.lanes.short, actor) ? (ui.lanes.short[actor] as string) : actorName(ui, actor);
}
