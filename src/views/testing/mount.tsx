import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ui as en } from '../../../content/languages/en/ui';
import { type Ui, UiProvider } from '../../i18n/index';

/** A piece of the page in a document of its own, for tests. */
export async function mount(content: ReactNode, ui: Ui = en) {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const show = (shown: ReactNode) => act(async () => root.render(<UiProvider ui={ui}>{shown}</UiProvider>));
  await show(content);
  return {
    host,
    show,
    /** Presses a key in what has the focus. */
    press: (key: string) =>
      act(async () => {
        const target = document.activeElement ?? host;
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }),
    focus: (selector: string) => act(async () => host.querySelector<HTMLElement>(selector)?.focus()),
    unmount: async () => {
      await act(async () => root.unmount());
      host.remove();
    },
  };
}
