import { create } from 'zustand';
import type { Granularity, Speed } from '../worker/protocol';

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
  /** Whether manifests are written in a plain text area, on wide pages too. */
  readonly plainEditor: boolean;
  /** Large type, the light theme and strong contrast, whatever the theme. */
  readonly projector: boolean;
  /** Whether moving things jump, even where the system does not ask for that. */
  readonly calm: boolean;
  /** Of the player. */
  readonly speed: Speed;
  readonly granularity: Granularity;
}

/** The speeds that a learner can choose. */
export const speeds: readonly Speed[] = [0.05, 0.25, 0.5, 1, 2, 4, 16, 'real-1', 'real-10', 'real-60', 'max'];
const granularities: readonly Granularity[] = ['micro', 'action', 'milestone'];

const storageKey = 'clusterglass.settings';

function systemSettings(): Settings {
  const language = typeof navigator !== 'undefined' && navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  const dark = typeof matchMedia !== 'undefined' && matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    language,
    theme: dark ? 'dark' : 'light',
    playOnCommand: true,
    keys: true,
    plainEditor: false,
    projector: false,
    calm: false,
    speed: 1,
    granularity: 'action',
  };
}

function stored(): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const { language, theme, playOnCommand, keys, plainEditor, projector, calm, ...player } = value as Record<
      string,
      unknown
    >;
    const speed = speeds.find((known) => known === player.speed);
    const granularity = granularities.find((known) => known === player.granularity);
    return {
      ...(language === 'zh' || language === 'en' ? { language } : {}),
      ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
      ...(typeof playOnCommand === 'boolean' ? { playOnCommand } : {}),
      ...(typeof keys === 'boolean' ? { keys } : {}),
      ...(typeof plainEditor === 'boolean' ? { plainEditor } : {}),
      ...(typeof projector === 'boolean' ? { projector } : {}),
      ...(typeof calm === 'boolean' ? { calm } : {}),
      ...(speed === undefined ? {} : { speed }),
      ...(granularity === undefined ? {} : { granularity }),
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
