import { Languages, Settings as SettingsIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { languages, useUi } from '../i18n/index';
import { changeSettings, type Settings, useSettings } from '../store/settings';
import { Button } from '../ui/controls';
import styles from './bar.module.css';
import { Popover } from './Popover';

type Switch = 'playOnCommand' | 'keys' | 'plainEditor' | 'projector' | 'calm';
const switches: readonly Switch[] = ['playOnCommand', 'projector', 'calm', 'keys', 'plainEditor'];

function Check({ on, onChange, children }: { on: boolean; onChange: (on: boolean) => void; children: ReactNode }) {
  return (
    <label>
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} /> {children}
    </label>
  );
}

/** What the learner sets for herself. */
function Choices() {
  const ui = useUi();
  const settings = useSettings();
  const other = settings.language === 'zh' ? 'en' : 'zh';
  return (
    <>
      <Button className={styles.inMenu} lang={languages[other].tag} onClick={() => changeSettings({ language: other })}>
        <Languages size={16} aria-hidden />
        {languages[other].name}
      </Button>
      {!settings.projector && (
        <Check on={settings.theme === 'dark'} onChange={(on) => changeSettings({ theme: on ? 'dark' : 'light' })}>
          {ui.settings.theme}
        </Check>
      )}
      {switches.map((name) => (
        <Check
          key={name}
          on={settings[name]}
          onChange={(on) => changeSettings({ [name]: on } satisfies Partial<Settings>)}
        >
          {ui.settings[name]}
        </Check>
      ))}
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
    </>
  );
}

export function SettingsMenu() {
  const ui = useUi();
  return (
    <Popover label={ui.bar.settings} icon={<SettingsIcon size={16} aria-hidden />}>
      <Choices />
    </Popover>
  );
}
SettingsMenu.Choices = Choices;
