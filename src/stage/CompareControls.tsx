import { ArrowLeftToLine, Columns2, X } from 'lucide-react';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { Button, Select } from '../ui/controls';
import { clockText } from '../ui/time';
import { branchName } from './branch-names';
import styles from './comparison.module.css';

/** The branch that is offered first beside the current one: the one that it left, else the newest. */
function firstOther(
  branches: readonly { readonly name: string; readonly parent: string | undefined }[],
  current: string,
): string | undefined {
  const parent = branches.find(({ name }) => name === current)?.parent;
  return parent ?? branches.filter(({ name }) => name !== current).at(-1)?.name;
}

/** Shows the current branch beside the one that it left. */
export function showBeside(): void {
  const { state, notice } = useLab.getState();
  // What it says has been understood.
  if (notice?.kind === 'forked') useLab.setState({ notice: undefined });
  if (state) void lab.showBeside(firstOther(state.branches, state.branch));
}

interface CompareControlsProps {
  /** Signs without words, where there is little room. */
  readonly compact?: boolean;
}

/** Begins and ends the comparison of two branches; nothing while there is only one. */
export function CompareControls({ compact = false }: CompareControlsProps) {
  const ui = useUi();
  const branches = useLab((view) => view.state?.branches) ?? [];
  const current = useLab((view) => view.state?.branch) ?? '';
  const other = useLab((view) => view.beside?.branch);
  const partedAt = useLab((view) => view.beside?.partedAt) ?? 0;
  if (branches.length < 2) return null;
  if (other === undefined) {
    return (
      <Button
        look="ghost"
        className={styles.open}
        aria-label={ui.compare.open}
        title={ui.compare.openWhat}
        data-compact={compact}
        onClick={showBeside}
      >
        <Columns2 size={16} aria-hidden />
        <span>{ui.compare.open}</span>
      </Button>
    );
  }
  const toParting = () => {
    const { index } = useLab.getState();
    void lab.seek(index.positionOfTime(partedAt));
  };
  return (
    <>
      {branches.length > 2 && (
        <Select
          label={ui.compare.with}
          className={styles.other}
          value={other}
          choices={branches
            .filter(({ name }) => name !== current)
            .map(({ name }) => ({ value: name, label: branchName(ui, branches, name) }))}
          onChange={(name) => void lab.showBeside(name)}
        />
      )}
      <Button
        look="ghost"
        className={styles.open}
        title={ui.compare.partedAt(clockText(partedAt))}
        aria-label={ui.compare.toParting}
        data-compact={compact}
        data-sign
        onClick={toParting}
      >
        <ArrowLeftToLine size={16} aria-hidden />
        <span>{ui.compare.toParting}</span>
      </Button>
      <Button
        look="ghost"
        className={styles.open}
        aria-label={ui.compare.close}
        title={ui.compare.close}
        data-compact={compact}
        onClick={() => void lab.showBeside(undefined)}
      >
        <X size={16} aria-hidden />
        <span>{ui.compare.close}</span>
      </Button>
    </>
  );
}
