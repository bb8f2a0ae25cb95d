import { Split, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Ui, useUi } from '../../i18n/index';
import { classes } from '../../ui/controls';
import { fitText, textWidth } from '../drawing/marks';
import { kindName } from '../words';
import styles from './cluster.module.css';
import { describeCard } from './describe';
import { Icon } from './Icon';
import type { ObjectCard } from './model';
import { cardPath, route } from './shapes';

/** The dotted line from an owner to what it owns: straight to a neighbour, else below what stands between. */
export function Owns({ owner, owned }: { readonly owner: ObjectCard; readonly owned: ObjectCard }) {
  const right = owner.x + owner.w;
  const below = owner.y + owner.h + 5;
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

/** Right of the name: replicas, endpoints or keys. */
function countOf(ui: Ui, card: ObjectCard): string {
  if (card.resource === 'configmaps') return String(card.want);
  if (card.resource === 'services') return card.endpoints < 0 ? '' : `${card.endpointsReady}/${card.endpoints}`;
  return ui.cluster.replicas(card.have, card.want);
}

/** Below it: what kind it is, and its address or revision, or that it fails. */
function belowOf(ui: Ui, card: ObjectCard): string {
  if (card.failing) return card.failing;
  const more = card.resource === 'services' ? card.address : card.revision && ui.cluster.revision(card.revision);
  return [kindName(card.resource), more].filter(Boolean).join(' · ');
}

/** An object that is no Pod and no node: what it is, and in numbers how it stands. */
export function CardPicture({ card, touched }: { readonly card: ObjectCard; readonly touched: boolean }) {
  const ui = useUi();
  const { x, y, w, h } = card;
  const isService = card.resource === 'services';
  const isConfig = card.resource === 'configmaps';
  const failing = card.failing !== '';
  const accent = failing ? 'var(--fail)' : isService ? 'var(--net)' : isConfig ? 'var(--cp)' : 'var(--work)';
  const tint = failing ? 'var(--fail-t)' : isService ? 'var(--net-t)' : isConfig ? 'var(--surface)' : 'var(--work-t)';
  const idle = !isService && !isConfig && card.want === 0 && card.have === 0;
  // What has not all it asks for is outlined, not filled.
  const whole = isService || isConfig || failing || card.have >= card.want;
  const fill = idle || !whole ? 'var(--surface)' : tint;
  const count = countOf(ui, card);
  const left = isService ? 36 : 12;
  const right = w - (isService ? 20 : 18);
  const outline = { strokeWidth: touched ? 2.5 : failing ? 2 : 1.5, strokeDasharray: failing ? '5 3' : undefined };
  const shape: ReactNode = isService ? (
    <rect x={x} y={y} width={w} height={h} rx={h / 2} fill={fill} stroke={accent} {...outline} />
  ) : (
    <>
      <path d={cardPath(x, y, w, h)} fill={fill} stroke={idle ? 'var(--line-2)' : accent} {...outline} />
      <path d={`M${x + w - 11} ${y}v11h11`} fill="none" stroke={idle ? 'var(--line-2)' : accent} />
    </>
  );
  return (
    <g className={styles.hit} data-id={card.id} data-failing={failing || undefined}>
      <title>{describeCard(ui, card)}</title>
      {touched && (
        <rect className={styles.ring} x={x - 3.5} y={y - 3.5} width={w + 7} height={h + 7} rx={isService ? h / 2 : 4} />
      )}
      {shape}
      {isService && <Icon as={Split} x={x + 14} y={y + 6} colour={accent} />}
      {failing && (
        <>
          <circle cx={x} cy={y} r={8} fill="var(--fail)" stroke="var(--paper)" strokeWidth="1.5" />
          <Icon as={X} x={x - 5.5} y={y - 5.5} size={11} colour="var(--on-solid)" />
        </>
      )}
      <text x={x + left} y={y + 16} className={classes(styles.small, styles.bold)}>
        {fitText(card.name, right - left - textWidth(count, 13, true) - 10, 13)}
      </text>
      <text x={x + right} y={y + 16} textAnchor="end" className={classes(styles.small, styles.mono)}>
        {count}
      </text>
      <text x={x + left} y={y + 31} className={classes(styles.small, failing ? styles.failing : styles.dim)}>
        {fitText(belowOf(ui, card), w - left - 6, 13)}
      </text>
    </g>
  );
}
