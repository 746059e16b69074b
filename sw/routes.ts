// What never comes to the worker (docs/decisions/185-nobody-waits-for-the-old-worker.md).

type Condition = { requestMethod: string } | { requestDestination: string } | { urlPattern: { pathname: string } };
type Rule = { condition: Condition; source: 'network' | 'fetch-event' };
type Routed = { addRoutes?: (rules: readonly Rule[]) => Promise<void> };

/** The first rule that fits is taken; what fits none comes to the worker. */
const RULES: readonly Rule[] = [
  // What a page may ask for by `fetch` and this phone may hold: films and pictures.
  { condition: { urlPattern: { pathname: '/api/education/files/*' } }, source: 'fetch-event' },
  { condition: { urlPattern: { pathname: '/pictures/*' } }, source: 'fetch-event' },
  { condition: { requestMethod: 'POST' }, source: 'network' },
  // `fetch` of a page: calls of the shop, which concern the worker never.
  { condition: { requestDestination: '' }, source: 'network' },
];

/**
 * Calls of the shop go around the worker: a change survives the page that sends it right before it is left (through a
 * worker, Chromium loses such a `keepalive` request more often than not), no call waits until a worker has started, and
 * none starts an old worker again that is just being ended for a new build. Where there are no routes, nothing changes.
 */
export function goAround(event: ExtendableEvent): void {
  const around = (event as unknown as Routed).addRoutes?.(RULES);
  if (around) event.waitUntil(around.catch(() => {}));
}
