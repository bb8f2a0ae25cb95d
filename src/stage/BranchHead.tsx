import { Check, CornerDownRight, MapPin, Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { Button } from '../ui/controls';
import { clockText } from '../ui/time';
import type { BranchState } from '../worker/protocol';
import { branchBegan, branchLeft, branchName } from './branch-names';
import styles from './comparison.module.css';

interface BranchHeadProps {
  readonly branches: readonly BranchState[];
  readonly branch: BranchState;
  /** The cursor steps and plays in this one. */
  readonly here: boolean;
  /** Virtual time until which it has been played, where that is before the cursor's. */
  readonly until: number | undefined;
}

/** Whose picture stands below: the branch's name, which command made it, where it left; and the way into it. */
export function BranchHead({ branches, branch, here, until }: BranchHeadProps) {
  const ui = useUi();
  const [naming, setNaming] = useState(false);
  const name = branchName(ui, branches, branch.name);
  const story = [branchBegan(ui, branch), branchLeft(ui, branches, branch)].filter(Boolean).join(' · ');
  return (
    <header className={styles.branch} data-here={here}>
      <div className={styles.line}>
        {naming ? (
          <Naming branch={branch.name} name={name} onDone={() => setNaming(false)} />
        ) : (
          <>
            <h2>{name}</h2>
            <Button
              look="ghost"
              iconOnly
              className={styles.pencil}
              aria-label={ui.compare.rename(name)}
              onClick={() => setNaming(true)}
            >
              <Pencil size={14} aria-hidden />
            </Button>
          </>
        )}
        <span className={styles.space} />
        {here ? (
          <span className={styles.here}>
            <MapPin size={14} aria-hidden />
            {ui.compare.here}
          </span>
        ) : (
          <Button className={styles.go} onClick={() => void lab.switchBranch(branch.name)}>
            <CornerDownRight size={14} aria-hidden />
            {ui.compare.switchTo(name)}
          </Button>
        )}
      </div>
      <p className={styles.story} title={story}>
        {until === undefined ? story : [ui.compare.notYet(clockText(until)), story].filter(Boolean).join(' · ')}
      </p>
    </header>
  );
}

interface NamingProps {
  readonly branch: string;
  readonly name: string;
  readonly onDone: () => void;
}

function Naming({ branch, name, onDone }: NamingProps) {
  const ui = useUi();
  const [text, setText] = useState(name);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // What it is called anyway is no name of the learner's.
    void lab.renameBranch(branch, text.trim() === ui.player.branchName(branch) ? '' : text);
    onDone();
  };
  return (
    <form className={styles.naming} onSubmit={onSubmit}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it stands in the place of the button that was just pressed
        autoFocus
        aria-label={ui.compare.title}
        value={text}
        maxLength={60}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(key) => {
          if (key.key !== 'Escape') return;
          key.stopPropagation();
          onDone();
        }}
      />
      <Button type="submit" look="ghost" iconOnly aria-label={ui.compare.title}>
        <Check size={15} aria-hidden />
      </Button>
    </form>
  );
}
