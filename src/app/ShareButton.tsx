import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import styles from './app.module.css';
import { Popover } from './Popover';
import { linkAddress } from './route';

const runAddress = async (): Promise<string | undefined> => {
  const text = await lab.link();
  return text === undefined ? undefined : linkAddress(text);
};

/** Copies an address; without one of its own, that of the run. */
export function ShareButton({ address = runAddress }: { readonly address?: () => Promise<string | undefined> }) {
  const ui = useUi();
  const [shared, setShared] = useState<string | undefined>();
  const share = async () => {
    const text = await address();
    if (text === undefined) return;
    try {
      await navigator.clipboard.writeText(text);
      setShared('');
    } catch {
      // No clipboard without a secure page or permission: the learner copies by hand.
      setShared(text);
    }
  };
  return (
    <Popover
      label={ui.bar.share}
      icon={<Share2 size={16} aria-hidden />}
      text={<span className={styles.barText}>{ui.bar.share}</span>}
      onOpen={() => {
        setShared(undefined);
        void share();
      }}
    >
      <p role="status">{shared === '' ? ui.bar.shareCopied : shared && ui.bar.shareByHand}</p>
      {shared && (
        <input readOnly aria-label={ui.bar.shareByHand} value={shared} onFocus={(event) => event.target.select()} />
      )}
    </Popover>
  );
}
