import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import { memo } from 'react';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { Button, Segmented, Select } from '../ui/controls';
import { clockText } from '../ui/time';
import type { Granularity, Speed } from '../worker/protocol';
import styles from './player.module.css';

const speeds: readonly Speed[] = [0.05, 0.25, 0.5, 1, 2, 4, 16, 'max'];

function parseSpeed(text: string): Speed {
  return text === 'max' ? 'max' : Number(text);
}

interface PlayerControlsProps {
  /** Only what moves the cursor: on a phone beside something else. */
  readonly compact?: boolean;
}

export const PlayerControls = memo(function PlayerControls({ compact = false }: PlayerControlsProps) {
  const ui = useUi();
  const state = useLab((view) => view.state);
  const { playing = false, speed = 1, granularity = 'action' } = state?.player ?? {};
  const ready = state !== undefined;
  const speedText = (value: Speed) => (value === 'max' ? ui.player.speedMax : `${value}×`);
  return (
    <section className={styles.controls} data-compact={compact} aria-label={ui.player.name}>
      <div className={styles.row}>
        <Button look="ghost" iconOnly aria-label={ui.player.start} disabled={!ready} onClick={() => lab.toStart()}>
          <SkipBack size={16} aria-hidden />
        </Button>
        <Button iconOnly aria-label={ui.player.back} disabled={!ready} onClick={() => lab.step(-1)}>
          <StepBack size={16} aria-hidden />
        </Button>
        <Button
          look="solid"
          iconOnly
          className={styles.play}
          aria-label={playing ? ui.player.pause : ui.player.play}
          disabled={!ready}
          onClick={() => lab.toggle()}
        >
          {playing ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        </Button>
        <Button iconOnly aria-label={ui.player.forward} disabled={!ready} onClick={() => lab.step(1)}>
          <StepForward size={16} aria-hidden />
        </Button>
        <Button look="ghost" iconOnly aria-label={ui.player.end} disabled={!ready} onClick={() => lab.toEnd()}>
          <SkipForward size={16} aria-hidden />
        </Button>
        <Select
          className={styles.speed}
          label={ui.player.speed}
          value={String(speed)}
          choices={speeds.map((value) => ({ value: String(value), label: speedText(value) }))}
          onChange={(value) => lab.tune({ speed: parseSpeed(value) })}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.clock}>
          <span className="sr-only">{ui.player.time} </span>
          <span data-testid="clock">{clockText(state?.at ?? 0)}</span>{' '}
          <span data-testid="position">{ui.player.position((state?.position ?? -1) + 1, state?.length ?? 0)}</span>
        </span>
        <span className={styles.rest}>{state?.settled ? ui.player.settled : ''}</span>
      </div>
      <Segmented<Granularity>
        legend={ui.player.granularity}
        name="granularity"
        className={styles.grain}
        value={granularity}
        choices={[
          { value: 'micro', label: ui.player.micro },
          { value: 'action', label: ui.player.action },
          { value: 'milestone', label: ui.player.milestone },
        ]}
        onChange={(value) => lab.tune({ granularity: value })}
      />
    </section>
  );
});
