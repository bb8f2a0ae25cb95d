import {
  ChevronDown,
  CircleMinus,
  CirclePlus,
  Gauge,
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
import { memo, useId, useState } from 'react';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { Button, Select } from '../ui/controls';
import { type FaultChoice, type FaultGroup, type FaultName, faultChoices } from './fault-choices';
import styles from './fault-menu.module.css';
import { Popover } from './Popover';

const icons: Readonly<Record<FaultName, LucideIcon>> = {
  kill: Skull,
  failProbe: HeartPulse,
  slowPull: Snail,
  normalPull: Gauge,
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

const groups: readonly FaultGroup[] = ['faults', 'repairs', 'changes'];

/** What can be done to the cluster, beside applying a manifest: each with what it does, to whom, and what follows. */
export const FaultMenu = memo(function FaultMenu() {
  const ui = useUi();
  return (
    <Popover
      label={ui.faults.open}
      icon={<Zap size={15} aria-hidden />}
      text={<span>{ui.faults.open}</span>}
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
  const [open, setOpen] = useState<FaultName | undefined>();
  const shown = groups.filter((group) => choices[group].length > 0);
  if (shown.length === 0) return <p>{ui.faults.none}</p>;
  return (
    <div className={styles.groups}>
      {shown.map((group) => (
        <section key={group} aria-label={ui.faults.groups[group]}>
          <h2>{ui.faults.groups[group]}</h2>
          <ul>
            {choices[group].map((choice) => (
              <Choice
                key={choice.name}
                choice={choice}
                open={choice.name === open}
                onToggle={() => setOpen(choice.name === open ? undefined : choice.name)}
                close={close}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface ChoiceProps {
  readonly choice: FaultChoice;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly close: () => void;
}

function Choice({ choice, open, onToggle, close }: ChoiceProps) {
  const ui = useUi();
  const id = useId();
  const [wanted, setWanted] = useState('');
  const { name, targets } = choice;
  const target = targets.find((candidate) => candidate.name === wanted) ?? targets[0];
  const words = ui.faults.about[name];
  const Icon = icons[name];
  const take = () => {
    if (!target) return;
    close();
    const { command } = target;
    void ('kubectl' in command ? lab.kubectl(command.kubectl) : lab.inject(command.fault));
  };
  return (
    <li data-open={open}>
      <button type="button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={onToggle}>
        <Icon size={16} aria-hidden />
        <span>{words.title}</span>
        <ChevronDown size={15} aria-hidden className={styles.chevron} />
      </button>
      {open && (
        <div id={id} className={styles.about}>
          <p>{words.does}</p>
          <div className={styles.target}>
            <Select
              label={ui.faults.target}
              value={target?.name ?? ''}
              choices={targets.map((candidate) => ({ value: candidate.name, label: candidate.name }))}
              onChange={setWanted}
            />
            <Button look="solid" onClick={take}>
              {ui.faults.take}
            </Button>
          </div>
          <p className={styles.next}>
            <b>{ui.faults.watch}</b> {words.next}
          </p>
        </div>
      )}
    </li>
  );
}
