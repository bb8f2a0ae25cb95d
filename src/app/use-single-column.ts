import { useSyncExternalStore } from 'react';

const narrowPage = '(max-width: 899px)';

/** Whether the page is too narrow for columns side by side. */
export function useSingleColumn(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(narrowPage);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(narrowPage).matches,
  );
}
