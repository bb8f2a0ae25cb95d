import { Plus } from 'lucide-react';
import { useUi } from '../i18n/index';
import { branchLeft, branchName } from '../stage/branch-names';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { Button, Select } from '../ui/controls';
import styles from './app.module.css';
import { Bar } from './Bar';
import { FaultMenu } from './FaultMenu';
import { ShareButton } from './ShareButton';
import { useSingleColumn } from './use-single-column';

export function PlaygroundBar() {
  const ui = useUi();
  const branches = useLab((view) => view.state?.branches) ?? [];
  const branch = useLab((view) => view.state?.branch) ?? 'main';
  const single = useSingleColumn();
  const more = (
    <>
      {branches.length > 1 && (
        <Select
          label={ui.player.branch}
          className={styles.branch}
          value={branch}
          choices={branches.map((each) => ({
            value: each.name,
            label: `${branchName(ui, branches, each.name)} ${branchLeft(ui, branches, each)}`.trim(),
          }))}
          onChange={(name) => void lab.switchBranch(name)}
        />
      )}
      {!single && <FaultMenu />}
      <Button
        look="ghost"
        onClick={() => {
          if (confirm(ui.bar.renewSure)) void lab.renew();
        }}
        aria-label={ui.bar.renew}
      >
        <Plus size={16} aria-hidden />
        <span className={styles.barText}>{ui.bar.renew}</span>
      </Button>
      {!single && <ShareButton />}
    </>
  );
  // A phone's line has room for what is done often; the rest is in its menu, with words.
  return (
    <Bar current="playground" facts={<Summary />} menu={single && <div className={styles.menu}>{more}</div>}>
      {single ? (
        <>
          <FaultMenu />
          <ShareButton />
        </>
      ) : (
        more
      )}
    </Bar>
  );
}

/** How much there is, and of which Kubernetes. */
function Summary() {
  const ui = useUi();
  const pods = useLab((view) => view.rows['api/pods']?.size ?? 0);
  const nodes = useLab((view) => view.rows['api/nodes']?.size ?? 0);
  return <span className={styles.summary}>{ui.stage.summary(nodes, pods)}</span>;
}
