import { useEffect, useRef, useState } from 'react';
import type { EmbedWords } from '../../content/languages/en/embed';
import { type LanguageCode, languages, loadUi, type Ui, UiProvider } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useSettings } from '../store/settings';
import { type EmbedAddress, parseEmbedAddress } from './address';
import styles from './embed.module.css';
import { Header } from './Header';
import { LessonEmbed } from './LessonEmbed';
import { hear } from './messages';
import { RunEmbed } from './RunEmbed';
import { useHeight, useWatched } from './use-frame';

const loadWords: Readonly<Record<LanguageCode, () => Promise<{ readonly embed: EmbedWords }>>> = {
  zh: () => import('../../content/languages/zh/embed'),
  en: () => import('../../content/languages/en/embed'),
};

/** Sets for this frame only: what the learner set for the lab stays. */
function look({ language, theme }: Pick<EmbedAddress, 'language' | 'theme'>): void {
  useSettings.setState({ ...(language && { language }), ...(theme && { theme }), projector: false });
}

function useAddress(): EmbedAddress {
  const [address, setAddress] = useState(() => {
    const first = parseEmbedAddress(location.hash);
    look(first);
    return first;
  });
  useEffect(() => {
    const read = () => {
      const next = parseEmbedAddress(location.hash);
      look(next);
      setAddress(next);
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return address;
}

const placeOf = (address: EmbedAddress): string =>
  address.kind === 'lesson' ? `${address.document}/${address.slug}` : address.kind === 'run' ? address.link : '';

/** A lesson or a shared run in a frame of another page. */
export function EmbedRoot() {
  const address = useAddress();
  const { language, theme, calm } = useSettings();
  const [words, setWords] = useState<{ readonly ui: Ui; readonly embed: EmbedWords }>();
  const content = useRef<HTMLDivElement>(null);
  const watched = useWatched(content);
  useHeight(content);

  useEffect(() => {
    let wanted = true;
    void Promise.all([loadUi(language), loadWords[language]()]).then(([ui, { embed }]) => {
      if (!wanted) return;
      document.documentElement.lang = languages[language].tag;
      setWords({ ui, embed });
    });
    return () => {
      wanted = false;
    };
  }, [language]);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = theme;
    dataset.motion = calm ? 'calm' : 'system';
  }, [theme, calm]);
  useEffect(
    () =>
      hear((order) => {
        if (order.type === 'setLang') look({ language: order.lang, theme: undefined });
        else if (order.type === 'setTheme') look({ language: undefined, theme: order.theme });
        else if (order.type === 'pause') void lab.pause();
      }),
    [],
  );

  return (
    <div ref={content} className={styles.frame}>
      {words && (
        <UiProvider ui={words.ui}>
          {address.kind === 'lesson' && (
            <LessonEmbed key={placeOf(address)} address={address} words={words.embed} watched={watched} />
          )}
          {address.kind === 'run' && (
            <RunEmbed key={placeOf(address)} address={address} words={words.embed} watched={watched} />
          )}
          {address.kind === 'unknown' && <Unknown address={address} words={words.embed} />}
        </UiProvider>
      )}
    </div>
  );
}

function Unknown({ address, words }: { readonly address: EmbedAddress; readonly words: EmbedWords }) {
  return (
    <main>
      <Header address={address} words={words} title={words.unknown} step={undefined} />
    </main>
  );
}
