const ANSWER_MS = 5_000;

/**
 * Does the shop answer right now? Asked before a page is loaded anew that no worker holds on this device: `onLine` may lie,
 * and a portal's page is no answer. Without `api.ts`: it stands in the first chunk, and what is asked about may be a chunk
 * that did not come.
 */
export const shopAnswers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok, headers }) => ok && !!headers.get('content-type')?.startsWith('application/json'),
    () => false,
  );
