import { memo } from 'react';
import { useUi } from '../../i18n/index';
import { classes } from '../../ui/controls';
import styles from './cluster.module.css';
import { describePod } from './describe';
import { Icon } from './Icon';
import type { PodCell } from './model';
import { fitName, lookStyles } from './shapes';

interface PodPictureProps {
  readonly pod: PodCell;
  readonly tiny: boolean;
  /** One line instead of two. */
  readonly flat?: boolean;
  readonly touched: boolean;
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

/** A Pod's cell: its look, its name, its word. */
export const PodPicture = memo(function PodPicture({ pod, tiny, flat, touched }: PodPictureProps) {
  const ui = useUi();
  const { look, reason, restarts } = pod.state;
  const style = lookStyles[look];
  const { x, y, w, h } = pod;
  const word = reason && look !== 'pending' ? reason : ui.cluster.words[look];
  const radius = tiny ? 5 : 9;
  return (
    <g className={classes(styles.pod, styles.hit)} data-id={pod.id} data-pod={pod.name} data-look={look}>
      <title>{describePod(ui, pod)}</title>
      {touched && <rect className={styles.ring} x={x - 3.5} y={y - 3.5} width={w + 7} height={h + 7} rx={radius + 3} />}
      <rect
        x={x}
        y={y}
        width={w}
        height={h}
        rx={radius}
        fill={style.fill}
        stroke={style.stroke}
        strokeWidth={touched ? 2.5 : 1.75}
        strokeDasharray={style.dash}
      />
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
