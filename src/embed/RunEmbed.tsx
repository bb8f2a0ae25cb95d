import { useEffect, useState } from 'react';
import type { EmbedWords } from '../../content/languages/en/embed';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { eventSentence } from '../views/words';
import type { EmbedAddress } from './address';
import { Controls } from './Controls';
import { EmbedStage } from './EmbedStage';
import styles from './embed.module.css';
import { Header } from './Header';
import { tell } from './messages';
import { useRest } from './use-frame';

interface RunEmbedProps {
  readonly address: Extract<EmbedAddress, { kind: 'run' }>;
  readonly words: EmbedWords;
  /** Somebody may look. */
  readonly watched: boolean;
}

/** A run that somebody shared: the cluster, stepped event by event. */
export function RunEmbed({ address, words, watched }: RunEmbedProps) {
  const ui = useUi();
  const [phase, setPhase] = useState<'starting' | 'open' | 'refused'>('starting');
  const { link } = address;
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (watched) setBegun(true);
  }, [watched]);
  useRest(watched, phase === 'starting');
  useEffect(() => tell({ type: 'ready', lesson: undefined, steps: 0 }), []);
  useEffect(() => {
    if (!begun) return;
    let open = true;
    void (async () => {
      await lab.openScene({ seed: 1, config: { nodes: [] } });
      if (!open) return;
      const opened = await lab.openLink(link);
      if (open) setPhase(opened ? 'open' : 'refused');
    })();
    return () => {
      open = false;
    };
  }, [begun, link]);
  const { state, index } = useLab();
  const event = index.at(state?.position ?? -1);
  const ready = phase === 'open';
  return (
    <main>
      <Header address={address} words={words} title={words.sharedRun} step={undefined} />
      <div className={styles.body} data-text={false}>
        <section className={styles.stage} aria-label={words.picture}>
          {ready && (
            <EmbedStage
              words={words}
              document="deployment"
              view={undefined}
              diagram={undefined}
              picture={address.view}
            />
          )}
          {!ready && <p className={styles.waiting}>{phase === 'refused' ? words.refused : words.starting}</p>}
        </section>
        <Controls
          words={words}
          canFork={ready}
          captionOnly={address.controls === 'none'}
          onBack={ready ? () => void lab.step(-1) : undefined}
          onForward={ready ? () => void lab.step(1) : undefined}
          onPlay={ready ? () => void lab.toggle() : undefined}
          caption={ready && event ? eventSentence(ui, event) : ''}
        />
      </div>
    </main>
  );
}
