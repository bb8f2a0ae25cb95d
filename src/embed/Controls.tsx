import { GitFork, Pause, Play, StepBack, StepForward } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EmbedWords } from '../../content/languages/en/embed';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { Button } from '../ui/controls';
import { labPage } from './address';
import styles from './embed.module.css';

interface ControlsProps {
  readonly words: EmbedWords;
  /** Only the caption is seen. */
  readonly captionOnly: boolean;
  readonly onBack: (() => void) | undefined;
  readonly onForward: (() => void) | undefined;
  readonly onPlay: (() => void) | undefined;
  /** This run may be taken into the playground. */
  readonly canFork: boolean;
  readonly caption: ReactNode;
}

/** Opens the run as it stands as a playground of the learner's own. */
async function fork(): Promise<void> {
  const link = await lab.link();
  if (link !== undefined) open(`${labPage}#/s/${link}`, '_blank', 'noopener');
}

/** Back, play, forward, and what is seen. What cannot be done now has no handler. */
export function Controls({ words, captionOnly, onBack, onForward, onPlay, canFork, caption }: ControlsProps) {
  const ui = useUi();
  const playing = useLab((view) => view.state?.player.playing === true);
  return (
    <div className={styles.controls}>
      {!captionOnly && (
        <section aria-label={words.controls}>
          <Button iconOnly aria-label={words.back} disabled={!onBack} onClick={onBack}>
            <StepBack size={16} aria-hidden />
          </Button>
          <Button
            iconOnly
            look="solid"
            aria-label={playing ? ui.player.pause : ui.player.play}
            disabled={!onPlay}
            onClick={onPlay}
          >
            {playing ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          </Button>
          <Button iconOnly aria-label={words.forward} disabled={!onForward} onClick={onForward}>
            <StepForward size={16} aria-hidden />
          </Button>
        </section>
      )}
      <p aria-live="polite">{caption}</p>
      {!captionOnly && (
        <Button className={styles.fork} disabled={!canFork} title={words.forkWhat} onClick={() => void fork()}>
          <GitFork size={16} aria-hidden />
          {words.fork}
        </Button>
      )}
    </div>
  );
}
