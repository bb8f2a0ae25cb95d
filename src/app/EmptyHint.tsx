import { useUi } from '../i18n/index';
import { useLab } from '../store/lab-store';
import { Button } from '../ui/controls';
import styles from './app.module.css';
import { useSingleColumn } from './use-single-column';

interface EmptyHintProps {
  /** Shows the manifest, where it is not beside the picture. */
  readonly onEditor: () => void;
}

/** What to do while the cluster is empty; once something was asked of it, what to do to see that happen. */
export function EmptyHint({ onEditor }: EmptyHintProps) {
  const ui = useUi();
  const single = useSingleColumn();
  const ready = useLab((view) => view.state !== undefined);
  const pods = useLab((view) => view.rows['api/pods']?.size ?? 0);
  const asked = useLab((view) => (view.rows.kubectl?.size ?? 0) > 0);
  // At rest there is nothing to wait for.
  const resting = useLab(({ state }) => state?.settled && state.position >= state.length - 1);
  if (!ready || pods > 0 || (asked && resting)) return null;
  return (
    <p className={styles.hint}>
      <span>{asked ? ui.cluster.asked : ui.cluster.noPods}</span>
      {!asked && single && <Button onClick={onEditor}>{ui.stage.editor}</Button>}
    </p>
  );
}
