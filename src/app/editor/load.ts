import type { Language } from '../../store/settings';

/**
 * Fetches the editor. Its own words (menus, search) are chosen before it is first loaded, and stay until the page is loaded
 * again.
 */
export async function loadRichText(language: Language): Promise<typeof import('./monaco')> {
  if (language === 'zh') await import('monaco-editor/nls/lang/zh-cn');
  return import('./monaco');
}
