import { FileCode2, Split } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Ui, useUi } from '../../i18n/index';
import { classes } from '../../ui/controls';
import { kindName } from '../words';
import styles from './cluster.module.css';
import { describeCard } from './describe';
import { Icon } from './Icon';
import type { ObjectCard } from './model';
import { cardPath, fitName, route } from './shapes';

/** The dotted line from an owner to what it owns: straight to a neighbour, else below what stands between. */
export function Owns({ owner, owned }: { readonly owner: ObjectCard; readonly owned: ObjectCard }) {
  const right = owner.x + owner.w;
  const below = owner.y + owner.h + 6;
  const way: readonly (readonly [number, number])[] =
    owner.y !== owned.y
      ? [
          [owner.x + 12, owner.y + owner.h],
          [owner.x + 12, below],
          [owned.x + 20, below],
          [owned.x + 20, owned.y],
        ]
      : owned.x - right < 30
        ? [
            [right, owner.y + owner.h / 2],
            [owned.x, owned.y + owned.h / 2],
          ]
        : [
            [right - 20, owner.y + owner.h],
            [right - 20, below],
            [owned.x + 20, below],
            [owned.x + 20, owned.y + owned.h],
          ];
  return (
    <path
      d={route(way, 5)}
      fill="none"
      stroke="var(--work)"
      strokeWidth="1.75"
      strokeDasharray="1.5 4"
      strokeLinecap="round"
    />
  );
}

/** Address and endpoints, keys, or replicas and revision. */
function numbersOf(ui: Ui, card: ObjectCard): string {
  if (card.resource === 'configmaps') return ui.cluster.keys(card.want);
  if (card.resource === 'services') {
    const endpoints = card.endpoints < 0 ? '' : `${card.endpointsReady}/${card.endpoints}`;
    return [card.address, endpoints].filter(Boolean).join(' · ');
  }
  const replicas = ui.cluster.replicas(card.have, card.want);
  return card.revision ? `${replicas} · ${ui.cluster.revision(card.revision)}` : replicas;
}

/** An object that is no Pod and no node: what it is, and in numbers how it stands. */
export function CardPicture({ card, touched }: { readonly card: ObjectCard; readonly touched: boolean }) {
  const ui = useUi();
  const { x, y, w, h } = card;
  const isService = card.resource === 'services';
  const isConfig = card.resource === 'configmaps';
  const accent = isService ? 'var(--net)' : isConfig ? 'var(--cp)' : 'var(--work)';
  const tint = isService ? 'var(--net-t)' : isConfig ? 'var(--surface)' : 'var(--work-t)';
  const idle = !isService && !isConfig && card.want === 0 && card.have === 0;
  const fill = idle ? 'var(--surface)' : tint;
  const below = numbersOf(ui, card);
  const left = isService ? 36 : 12;
  const shape: ReactNode = isService ? (
    <rect x={x} y={y} width={w} height={h} rx={h / 2} fill={fill} stroke={accent} strokeWidth={touched ? 2.5 : 1.75} />
  ) : (
    <>
      <path
        d={cardPath(x, y, w, h)}
        fill={fill}
        stroke={idle ? 'var(--line-2)' : accent}
        strokeWidth={touched ? 2.5 : 1.5}
      />
      <path d={`M${x + w - 11} ${y}v11h11`} fill="none" stroke={idle ? 'var(--line-2)' : accent} />
    </>
  );
  return (
    <g className={styles.hit} data-id={card.id}>
      <title>{describeCard(ui, card)}</title>
      {touched && (
        <rect className={styles.ring} x={x - 3.5} y={y - 3.5} width={w + 7} height={h + 7} rx={isService ? h / 2 : 4} />
      )}
      {shape}
      {isService && <Icon as={Split} x={x + 14} y={y + 8} colour={accent} />}
      {isConfig && <Icon as={FileCode2} x={x + w - 32} y={y + 20} size={14} colour={accent} />}
      <text x={x + left} y={y + 18} className={styles.label} style={{ fontSize: 13 }}>
        <tspan fill="var(--ink-2)">{kindName(card.resource)} </tspan>
        <tspan className={styles.bold}>
          {fitName(card.name, w - left - kindName(card.resource).length * 7.3 - 20, 7.2)}
        </tspan>
      </text>
      <text x={x + left} y={y + 35} className={classes(styles.small, styles.mono, styles.dim)}>
        {below}
      </text>
    </g>
  );
}
