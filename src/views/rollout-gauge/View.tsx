import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useUi } from '../../i18n/index';
import type { Rows } from '../../store/lab-store';
import { Button } from '../../ui/controls';
import { saveFile } from '../../ui/save-file';
import { Picture } from '../drawing/Picture';
import { pagePalette } from '../drawing/svg-document';
import { useNarrow } from '../drawing/use-narrow';
import { describeGauge } from './describe';
import { drawGauge, type GaugeForm } from './draw';
import { deploymentAt, gaugeModel } from './model';
import styles from './rollout-gauge.module.css';
import { gaugeSvg } from './svg';
import { type AskTrail, useTrail } from './use-trail';

interface RolloutGaugeProps {
  readonly rows: Rows;
  /** Key of the Deployment; by default the one that the event at the cursor is about. */
  readonly deployment?: string | undefined;
  /** Subject of the event at the cursor. */
  readonly subject?: string | undefined;
  /** `dock`: under the stage; `picture`: the stage itself. On a phone each has its own form. */
  readonly form: 'dock' | 'picture';
  /** Whether Pods that are being terminated are drawn, beside those that count. */
  readonly showLeaving?: boolean;
  readonly onOpen?: ((id: string) => void) | undefined;
  /** Where the trail of a Deployment comes from, and the cursor in it; without it there is none. */
  readonly past?:
    | { readonly ask: AskTrail; readonly branch: string; readonly length: number; readonly position: number }
    | undefined;
}

/** How many Pods of a Deployment are available, coming and going, between its floor and its ceiling. */
export function RolloutGauge({
  rows,
  deployment,
  subject = '',
  form: wide,
  showLeaving = false,
  onOpen,
  past,
}: RolloutGaugeProps) {
  const ui = useUi();
  const narrow = useNarrow();
  const form: GaugeForm = !narrow ? wide : wide === 'dock' ? 'phone' : 'narrow';
  const key = deployment ?? deploymentAt(rows, subject);
  const model = useMemo(() => gaugeModel(rows, key), [rows, key]);
  const trail = useTrail(past?.ask, key, past?.branch ?? '', past?.length ?? 0);
  const position = past?.position ?? -1;
  const drawing = useMemo(
    () => model && drawGauge(ui, model, form, showLeaving, trail && { trail, position }),
    [ui, model, form, showLeaving, trail, position],
  );
  if (!model || !drawing) return <p className={styles.empty}>{ui.gauge.empty}</p>;
  const { summary, items } = describeGauge(ui, model);
  const save = (): void => {
    const source = `${ui.product} · Kubernetes 1.37`;
    const file = gaugeSvg(ui, model, form, source, pagePalette(document.documentElement));
    saveFile(`${model.name}-rollout.svg`, file, 'image/svg+xml');
  };
  return (
    <div className={styles[form]}>
      <Picture
        drawing={drawing}
        label={summary}
        // Places without a Pod have nothing to open.
        onOpen={onOpen && ((id) => /^(pods|replicasets)\//.test(id) && onOpen(id))}
      />
      {wide === 'picture' && (
        <Button look="ghost" iconOnly className={styles.save} aria-label={ui.diagram.save} onClick={save}>
          <Download size={16} aria-hidden />
        </Button>
      )}
      <ul className="sr-only" aria-label={ui.gauge.name(model.name)}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
