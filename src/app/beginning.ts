import { useEffect } from 'react';
import { lab } from '../store/lab-connection';
import { installConsole } from './console';

const sharePrefix = '#/s/';
let begun = false;

function takeLink(): string | undefined {
  const { hash } = location;
  if (!hash.startsWith(sharePrefix)) return undefined;
  // The link has done its part: what follows is the learner's own run, kept in this browser.
  history.replaceState(null, '', '#/');
  return hash.slice(sharePrefix.length);
}

async function begin(): Promise<void> {
  const link = takeLink();
  await lab.begin();
  if (link !== undefined) await lab.openLink(link);
}

/** Starts the lab once, and opens the links that the address bar is given. */
export function useBeginning(): void {
  useEffect(() => {
    if (!begun) {
      installConsole();
      void begin();
    }
    begun = true;
    const onHash = () => {
      const link = takeLink();
      if (link !== undefined) void lab.openLink(link);
    };
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
}

/** The address of this page with a link's text in it. */
export function linkAddress(text: string): string {
  return `${location.href.split('#')[0]}${sharePrefix}${text}`;
}
