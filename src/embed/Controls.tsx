import { Pause, Play, StepBack, StepForward } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EmbedWords } from '../../content/languages/en/embed';
import { useUi } from '../i18n/index';
import { useLab } from '../store/lab-store';
import { Button } from '../ui/controls';
import styles from './embed.module.css';

interface ControlsProps {
  readonly words: EmbedWords;
  /** Only the caption is seen. */
  readonly captionOnly: boolean;
  readonly onBack: (() => void) | undefined;
  readonly onForward: (() => void) | undefined;
  readonly onPlay: (() => void) | undefined;
  readonly caption: ReactNode;
}

/** Back, play, forward, and what is seen. What cannot be done now has no handler. */
export function Controls({ words, captionOnly, onBack, onForward, onPlay, caption }: ControlsProps) {
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
    </div>
  );
}
