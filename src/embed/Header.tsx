import { ExternalLink } from 'lucide-react';
import type { EmbedWords } from '../../content/languages/en/embed';
import { useUi } from '../i18n/index';
import { Logo } from '../ui/logo';
import { type EmbedAddress, labAddress } from './address';
import styles from './embed.module.css';

interface HeaderProps {
  readonly address: EmbedAddress;
  readonly words: EmbedWords;
  readonly title: string;
  readonly step: string | undefined;
}

/** Whose frame it is, what it shows, and the way to the whole of it. */
export function Header({ address, words, title, step }: HeaderProps) {
  const ui = useUi();
  return (
    <div className={styles.header}>
      <Logo />
      <span className={styles.product}>{ui.product}</span>
      <h1>{title}</h1>
      <a href={labAddress(address, step)} target="_blank" rel="noopener">
        {words.openInLab}
        <ExternalLink size={14} aria-hidden />
        <span className="sr-only">({words.newWindow})</span>
      </a>
    </div>
  );
}
