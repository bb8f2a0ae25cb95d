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

/** What is fetched only when it is needed: the service worker keeps it when it sees it come by. */
const seldom = /\/assets\/(?:[^/]*monaco|codicon|editor\.worker|yaml\.worker|zh-cn)[^/]*$/;

/** At a first visit the editor comes before the service worker watches: lets it see the files once more. */
export function keepLoaded(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const keep = () => {
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    for (const file of new Set(files.filter((name) => seldom.test(name)))) fetch(file).catch(() => {});
  };
  if (serviceWorker.controller) keep();
  else serviceWorker.addEventListener('controllerchange', keep, { once: true });
}
