import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import { memo } from 'react';
import { type Ui, useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { speeds } from '../store/settings';
import { Button, Segmented, Select } from '../ui/controls';
import { clockText, spanText } from '../ui/time';
import type { Granularity, LabState, Speed } from '../worker/protocol';
import styles from './player.module.css';

/** How long a step is shown at factor 1, seconds. */
const stepSeconds = 0.4;

function speedText(ui: Ui, speed: Speed): string {
  if (speed === 'max') return ui.player.speedMax;
  if (typeof speed === 'string') return ui.player.speedReal(Number(speed.slice('real-'.length)));
  return ui.player.speedSteps(speed, Number((stepSeconds / speed).toPrecision(2)));
}

/** What there is to say about the place of the cursor: nothing, while something is going on. */
function placeText(ui: Ui, state: LabState | undefined): string {
  if (!state) return '';
  if (state.earliest >= 0 && state.position === state.earliest) return ui.player.oldest;
  if (!state.settled || state.position < state.length - 1) return '';
  if (!state.due) return ui.player.settled;
  const { what, subject, part, at } = state.due;
  const name = what === 'requeue' ? subject : subject.slice(subject.lastIndexOf('/') + 1);
  return ui.player.due(ui.player.dues[what](name, part), spanText(Math.ceil((at - state.now) / 1e6) * 1e6));
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
  const place = placeText(ui, state);
  // More than two words get a line of their own.
  const long = place !== '' && place !== ui.player.settled;
  const placeLine = (
    <span
      className={long ? styles.long : styles.rest}
      title={state?.due ? `${place}. ${ui.player.dueHint}` : place}
      data-testid="place"
    >
      {place}
    </span>
  );
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
          title={ui.player.speedHint}
          choices={speeds.map((value) => ({ value: String(value), label: speedText(ui, value) }))}
          onChange={(value) => lab.tune({ speed: speeds.find((known) => String(known) === value) ?? 1 })}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.clock}>
          <span className="sr-only">{ui.player.time} </span>
          <span data-testid="clock">{clockText(state?.at ?? 0)}</span>{' '}
          <span data-testid="position">{ui.player.position((state?.position ?? -1) + 1, state?.length ?? 0)}</span>
        </span>
        {!long && placeLine}
      </div>
      {long && placeLine}
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
