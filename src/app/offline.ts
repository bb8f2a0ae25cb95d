/** Lets a service worker keep the lab's files, so that it opens without a network after the first visit. */
export function keepForOffline(): void {
  // The dev server has none; a page that is no secure context may not have one.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('./sw.js').catch(() => {
      // A browser that refuses it (a private window, a foreign frame) shows the page all the same.
    });
  });
}
