import { useEffect } from 'react';
import { lab } from '../store/lab-connection';
import { useSettings } from '../store/settings';
import { openSearch } from './search-open';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog') !== null;
}

const actions: Readonly<Record<string, () => Promise<void>>> = {
  ArrowLeft: () => lab.step(-1),
  ArrowRight: () => lab.step(1),
  ',': () => lab.step(-1),
  '.': () => lab.step(1),
  ' ': () => lab.toggle(),
  Home: () => lab.toStart(),
  End: () => lab.toEnd(),
  '1': () => lab.tune({ granularity: 'micro' }),
  '2': () => lab.tune({ granularity: 'action' }),
  '3': () => lab.tune({ granularity: 'milestone' }),
};

/** Keys for the whole page. Pictures keep the arrows for themselves while they have the focus. `onDigit`: what 1 to 9 do instead. */
export function useKeys(onDigit?: (digit: number) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!useSettings.getState().keys || isTyping(event.target)) return;
      // Space and Enter belong to the button that has the focus.
      if (event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button, summary, a'))
        return;
      const action = onDigit && /^[1-9]$/.test(event.key) ? async () => onDigit(Number(event.key)) : actions[event.key];
      if (!action) return;
      event.preventDefault();
      void action();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onDigit]);
}

/** `/` opens the search, wherever nothing is being typed. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!useSettings.getState().keys || isTyping(event.target)) return;
      event.preventDefault();
      openSearch();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Escape closes what is open, unless something in front of it took the key. Nothing is heard without something to close. */
export function useEscape(close: (() => void) | undefined): void {
  useEffect(() => {
    if (!close) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return;
      close();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [close]);
}
