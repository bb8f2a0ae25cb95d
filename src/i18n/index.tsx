import { createContext, type ReactNode, useContext } from 'react';
import type { Ui } from '../../content/languages/en/ui';

export type { Ui };

/** Every language of the page. A new one is a folder in content/languages and a line here. */
export const languages = {
  zh: { name: '中文', tag: 'zh-CN', load: () => import('../../content/languages/zh/ui') },
  en: { name: 'English', tag: 'en', load: () => import('../../content/languages/en/ui') },
} as const;

export type LanguageCode = keyof typeof languages;

/** The words of a language. They come in a file of their own, when they are first needed. */
export async function loadUi(language: LanguageCode): Promise<Ui> {
  return (await languages[language].load()).ui;
}

const UiContext = createContext<Ui | undefined>(undefined);

export function UiProvider({ ui, children }: { readonly ui: Ui; readonly children: ReactNode }) {
  return <UiContext value={ui}>{children}</UiContext>;
}

/** The words of the language in use. */
export function useUi(): Ui {
  const ui = useContext(UiContext);
  if (!ui) throw new Error('no language is loaded');
  return ui;
}
