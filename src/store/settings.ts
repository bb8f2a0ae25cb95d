import { create } from 'zustand';

export type Language = 'zh' | 'en';
export type Theme = 'light' | 'dark';

/** What the learner set for herself; kept in this browser where it lets us. */
export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
  /** Whether the player starts by itself after a command. */
  readonly playOnCommand: boolean;
  /** Whether single keys step and play. */
  readonly keys: boolean;
  /** Large type, the light theme and strong contrast, whatever the theme. */
  readonly projector: boolean;
  /** Whether moving things jump, even where the system does not ask for that. */
  readonly calm: boolean;
}

const storageKey = 'clusterglass.settings';

function systemSettings(): Settings {
  const language = typeof navigator !== 'undefined' && navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  const dark = typeof matchMedia !== 'undefined' && matchMedia('(prefers-color-scheme: dark)').matches;
  return { language, theme: dark ? 'dark' : 'light', playOnCommand: true, keys: true, projector: false, calm: false };
}

function stored(): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const { language, theme, playOnCommand, keys, projector, calm } = value as Record<string, unknown>;
    return {
      ...(language === 'zh' || language === 'en' ? { language } : {}),
      ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
      ...(typeof playOnCommand === 'boolean' ? { playOnCommand } : {}),
      ...(typeof keys === 'boolean' ? { keys } : {}),
      ...(typeof projector === 'boolean' ? { projector } : {}),
      ...(typeof calm === 'boolean' ? { calm } : {}),
    };
  } catch {
    // Storage may be blocked, as in a foreign frame: the settings then last as long as the page.
    return {};
  }
}

export const useSettings = create<Settings>(() => ({ ...systemSettings(), ...stored() }));

export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change);
  try {
    localStorage.setItem(storageKey, JSON.stringify(useSettings.getState()));
  } catch {
    // See above.
  }
}
