import { useSyncExternalStore } from 'react';
import { parseRoute, placeOf, type Route, sharePrefix } from './address';

/** The address of this page with a shared run's text in it. */
export const linkAddress = (text: string): string => `${location.href.split('#')[0]}#/${sharePrefix}${text}`;

let hash = location.hash;
let route = parseRoute(hash);
let arrivals = 0;
const listeners = new Set<() => void>();

function look(): void {
  if (location.hash === hash) return;
  const before = route;
  hash = location.hash;
  route = parseRoute(hash);
  if (placeOf(before) !== placeOf(route)) arrivals++;
  for (const listener of listeners) listener();
}
addEventListener('hashchange', look);

/** How often the learner has gone from one page to another; 0 on the first. */
export const arrivalCount = (): number => arrivals;

/** Puts another address in the place of this one: no new entry in the history. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  look();
}

export function useRoute(): Route {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => route,
  );
}
