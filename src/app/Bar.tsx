import { Languages, Moon, Plus, Settings, Share2, Sun } from 'lucide-react';
import { memo, useState } from 'react';
import { languages, useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { changeSettings, useSettings } from '../store/settings';
import { Button, Select } from '../ui/controls';
import { Logo } from '../ui/logo';
import { clockText } from '../ui/time';
import styles from './app.module.css';
import { linkAddress } from './beginning';
import { FaultMenu } from './FaultMenu';
import { Popover } from './Popover';

export const Bar = memo(function Bar() {
  const ui = useUi();
  const { language, theme, playOnCommand, keys } = useSettings();
  const branches = useLab((view) => view.state?.branches) ?? [];
  const branch = useLab((view) => view.state?.branch) ?? 'main';
  const [shared, setShared] = useState<string | undefined>();
  const other = language === 'zh' ? 'en' : 'zh';

  const share = async () => {
    const text = await lab.link();
    if (text === undefined) return;
    const address = linkAddress(text);
    try {
      await navigator.clipboard.writeText(address);
      setShared('');
    } catch {
      // No clipboard without a secure page or permission: the learner copies by hand.
      setShared(address);
    }
  };

  return (
    <header className={styles.bar}>
      <span className={styles.brand}>
        <Logo />
        <span className={styles.product}>{ui.product}</span>
      </span>
      <span className={styles.crumb} aria-current="page">
        {ui.bar.playground}
      </span>
      <Summary />
      {branches.length > 1 && (
        <Select
          label={ui.player.branch}
          value={branch}
          choices={branches.map(({ name, parent, forkedAt }) => ({
            value: name,
            label: parent
              ? `${ui.player.branchName(name)} ${ui.player.branchFrom(ui.player.branchName(parent), clockText(forkedAt))}`
              : ui.player.branchName(name),
          }))}
          onChange={(name) => void lab.switchBranch(name)}
        />
      )}
      <span className={styles.space} />
      <FaultMenu />
      <Button
        look="ghost"
        onClick={() => {
          if (confirm(ui.bar.renewSure)) void lab.renew();
        }}
        aria-label={ui.bar.renew}
      >
        <Plus size={16} aria-hidden />
        <span className={styles.barText}>{ui.bar.renew}</span>
      </Button>
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
      <Button look="ghost" lang={languages[other].tag} onClick={() => changeSettings({ language: other })}>
        <Languages size={16} aria-hidden />
        {ui.bar.otherLanguage}
      </Button>
      <Button
        look="ghost"
        iconOnly
        aria-label={theme === 'dark' ? ui.bar.toLight : ui.bar.toDark}
        onClick={() => changeSettings({ theme: theme === 'dark' ? 'light' : 'dark' })}
      >
        {theme === 'dark' ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
      </Button>
      <Popover label={ui.bar.settings} icon={<Settings size={16} aria-hidden />}>
        <label>
          <input
            type="checkbox"
            checked={playOnCommand}
            onChange={(event) => changeSettings({ playOnCommand: event.target.checked })}
          />{' '}
          {ui.settings.playOnCommand}
        </label>
        <label>
          <input type="checkbox" checked={keys} onChange={(event) => changeSettings({ keys: event.target.checked })} />{' '}
          {ui.settings.keys}
        </label>
        <dl>
          {ui.settings.keyList.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </Popover>
    </header>
  );
});

/** How much there is, and of which Kubernetes. */
function Summary() {
  const ui = useUi();
  const pods = useLab((view) => view.rows['api/pods']?.size ?? 0);
  const nodes = useLab((view) => view.rows['api/nodes']?.size ?? 0);
  return <span className={styles.summary}>{ui.stage.summary(nodes, pods)}</span>;
}
