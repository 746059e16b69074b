import { preloadRoute } from '#src/app/preload-route.ts';

/** A finger or a pointer on a link is the best forecast: its screen's code is fetched before the click. */
export function prefetchOnIntent(): () => void {
  const onIntent = (event: Event) => {
    const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
    const path = link?.getAttribute('href')?.split(/[?#]/)[0];
    if (path) preload(path);
  };
  const types = ['pointerover', 'touchstart', 'focusin'] as const;
  for (const type of types) document.addEventListener(type, onIntent, { passive: true });
  return () => {
    for (const type of types) document.removeEventListener(type, onIntent);
  };
}

/** What most people open next, once the first cards are on the screen and nobody pays by the megabyte. */
export function prefetchNext(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || !navigator.onLine) return;
  for (const path of ['/produkt/x', '/cart', '/user/favorites']) preload(path);
}

/** A failure is ignored here: the click tries again and reports it. */
function preload(path: string): void {
  void preloadRoute(path).catch(() => {});
}
