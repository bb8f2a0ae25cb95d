import { useEffect, useState } from 'react';
import type { EmbedWords } from '../../content/languages/en/embed';
import { useUi } from '../i18n/index';
import { useLab } from '../store/lab-store';
import { eventSentence } from '../views/words';
import type { EmbedAddress } from './address';
import { Controls } from './Controls';
import { EmbedStage } from './EmbedStage';
import styles from './embed.module.css';
import { embedLab } from './embed-lab';
import { Header } from './Header';
import { tell } from './messages';

interface RunEmbedProps {
  readonly address: Extract<EmbedAddress, { kind: 'run' }>;
  readonly words: EmbedWords;
  readonly seen: boolean;
}

/** A run that somebody shared: the cluster, stepped event by event. */
export function RunEmbed({ address, words, seen }: RunEmbedProps) {
  const ui = useUi();
  const [phase, setPhase] = useState<'starting' | 'open' | 'refused'>('starting');
  const { link } = address;
  useEffect(() => tell({ type: 'ready', lesson: undefined, steps: 0 }), []);
  useEffect(() => {
    if (!seen) return;
    let open = true;
    void (async () => {
      await embedLab.begin();
      if (!open) return;
      const opened = await embedLab.openLink(link);
      if (open) setPhase(opened ? 'open' : 'refused');
    })();
    return () => {
      open = false;
    };
  }, [seen, link]);
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
          captionOnly={address.controls === 'none'}
          onBack={ready ? () => void embedLab.step(-1) : undefined}
          onForward={ready ? () => void embedLab.step(1) : undefined}
          onPlay={ready ? () => void embedLab.toggle() : undefined}
          caption={ready && event ? eventSentence(ui, event) : ''}
        />
      </div>
    </main>
  );
}
