import { useSyncExternalStore } from 'react';

const narrowScreen = '(max-width: 559px)';

/** Whether a picture must make do with the width of a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(narrowScreen);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(narrowScreen).matches,
  );
}
