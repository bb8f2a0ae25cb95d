import {
  CircleMinus,
  CirclePlus,
  HeartPulse,
  ImageOff,
  type LucideIcon,
  Plug,
  RotateCw,
  Skull,
  Snail,
  Split,
  Trash2,
  Undo2,
  Unplug,
  Zap,
} from 'lucide-react';
import { memo } from 'react';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import styles from './choices.module.css';
import { type FaultChoice, type FaultName, faultChoices } from './fault-choices';
import { Popover } from './Popover';

const icons: Readonly<Record<FaultName, LucideIcon>> = {
  kill: Skull,
  failProbe: HeartPulse,
  slowPull: Snail,
  cut: Unplug,
  heal: Plug,
  conflict: Split,
  deletePod: Trash2,
  badRelease: ImageOff,
  undo: Undo2,
  scaleUp: CirclePlus,
  scaleDown: CircleMinus,
  restart: RotateCw,
};

/** What can be done to the cluster, beside applying a manifest. */
export const FaultMenu = memo(function FaultMenu() {
  const ui = useUi();
  return (
    <Popover
      label={ui.faults.open}
      icon={<Zap size={15} aria-hidden />}
      text={<span className={styles.text}>{ui.faults.open}</span>}
      look="plain"
    >
      {(close) => <Choices close={close} />}
    </Popover>
  );
});

function Choices({ close }: { readonly close: () => void }) {
  const ui = useUi();
  const rows = useLab((view) => view.rows);
  const choices = faultChoices(rows);
  const take = (choice: FaultChoice) => {
    close();
    const { command } = choice;
    void ('kubectl' in command ? lab.kubectl(command.kubectl) : lab.inject(command.fault));
  };
  if (choices.length === 0) return <p>{ui.faults.none}</p>;
  return (
    <ul className={styles.list}>
      {choices.map((choice) => {
        const Icon = icons[choice.name];
        return (
          <li key={choice.name}>
            <button type="button" onClick={() => take(choice)}>
              <Icon size={16} aria-hidden />
              <span>{ui.faults[choice.name]}</span>
              <em>{choice.on}</em>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
