import { RotateCw } from 'lucide-react';
import { memo } from 'react';
import { type Ui, useUi } from '../../i18n/index';
import { classes } from '../../ui/controls';
import { fitText, textWidth } from '../drawing/marks';
import styles from './cluster.module.css';
import { describePod } from './describe';
import { Icon } from './Icon';
import type { Density, PodCell } from './model';
import { fitName, lastLetters, lookStyles, radii } from './shapes';

interface PodPictureProps {
  readonly pod: PodCell;
  readonly density: Density;
  readonly touched: boolean;
}

function samePod(a: PodPictureProps, b: PodPictureProps): boolean {
  return (
    a.density === b.density &&
    a.touched === b.touched &&
    a.pod.id === b.pod.id &&
    a.pod.x === b.pod.x &&
    a.pod.y === b.pod.y &&
    a.pod.w === b.pod.w &&
    a.pod.h === b.pod.h &&
    a.pod.listed === b.pod.listed &&
    a.pod.state.look === b.pod.state.look &&
    a.pod.state.reason === b.pod.state.reason &&
    a.pod.state.message === b.pod.state.message &&
    a.pod.state.restarts === b.pod.state.restarts
  );
}

/** A Pod's cell: its look, its name, its word. */
export const PodPicture = memo(function PodPicture({ pod, density, touched }: PodPictureProps) {
  const ui = useUi();
  const { look } = pod.state;
  const style = lookStyles[look];
  const { x, y, w, h } = pod;
  const radius = radii[density];
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
      {density === 'sign' ? (
        <Icon as={style.icon} x={x + w / 2 - 7} y={y + h / 2 - 7} size={14} colour={style.stroke} />
      ) : density === 'two' ? (
        <TwoLines pod={pod} />
      ) : (
        <OneLine pod={pod} />
      )}
    </g>
  );
}, samePod);

/** What is said of a Pod beside its look: kubectl's word for it, else the page's. */
function wordOf(ui: Ui, { state: { look, reason } }: PodCell): string {
  return reason && look !== 'pending' ? reason : ui.cluster.words[look];
}

function TwoLines({ pod }: { readonly pod: PodCell }) {
  const ui = useUi();
  const { x, y, w, h } = pod;
  const { look, restarts } = pod.state;
  const style = lookStyles[look];
  const count = restarts > 0 ? String(restarts) : '';
  const right = x + w - (pod.listed ? 26 : 10);
  const countWidth = count ? textWidth(count, 13, true) + 22 : 0;
  return (
    <>
      <Icon as={style.icon} x={x + 8} y={y + 6} colour={style.stroke} />
      <text x={x + 28} y={y + 17.5} className={classes(styles.small, styles.mono)} style={{ fontWeight: 500 }}>
        {fitName(pod.name, w - 34)}
      </text>
      <text x={x + 28} y={y + 34} className={classes(styles.small, styles.dim)}>
        {fitText(wordOf(ui, pod), right - x - 28 - countWidth, 13)}
      </text>
      {count && (
        <>
          <Icon as={RotateCw} x={right - countWidth + 4} y={y + 23} size={13} colour="var(--ink-2)" />
          <text x={right} y={y + 34} textAnchor="end" className={classes(styles.small, styles.mono, styles.dim)}>
            {count}
          </text>
        </>
      )}
      {pod.listed && <circle cx={x + w - 14} cy={y + h - 13} r={5} fill="var(--net)" />}
    </>
  );
}

/** The name, or its end; what is not as it should be has its word. */
function OneLine({ pod }: { readonly pod: PodCell }) {
  const ui = useUi();
  const { x, y, w, h } = pod;
  const style = lookStyles[pod.state.look];
  const base = y + h / 2 + 4.5;
  const room = w - 25 - (pod.listed ? 12 : 6);
  const word = pod.state.look === 'ready' ? '' : wordOf(ui, pod);
  // The last letters of the name tell it from the others; a word must leave room for them.
  const tail = textWidth('…xxxxx ', 13, true);
  const said = word && textWidth(word, 13) + tail <= room ? word : '';
  return (
    <>
      <Icon as={style.icon} x={x + 6} y={y + h / 2 - 7} size={14} colour={style.stroke} />
      <text x={x + 24} y={base} className={classes(styles.small, styles.mono)}>
        {lastLetters(pod.name, said ? room - textWidth(said, 13) - 8 : room)}
      </text>
      {said && (
        <text x={x + w - 7} y={base} textAnchor="end" className={classes(styles.small, styles.dim)}>
          {said}
        </text>
      )}
      {pod.listed && <circle cx={x + w - 8} cy={y + h / 2} r={4} fill="var(--net)" />}
    </>
  );
}
