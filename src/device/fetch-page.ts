import { REQUESTED_WITH } from '#src/offline/keys.ts';

const DEADLINE_MS = 15_000;

/**
 * A page of the shop as the server renders it, for everybody alike: no cookies go along. The browser's own copy is confirmed by
 * its tag, so a page that has not changed costs its headers. Undefined for whatever is no page.
 */
export async function fetchPage(path: string): Promise<string | undefined> {
  const answer = await fetch(path, {
    headers: { Accept: 'text/html', 'X-Requested-With': REQUESTED_WITH },
    credentials: 'omit',
    cache: 'no-cache',
    redirect: 'error',
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const isPage = answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/html');
  return isPage ? answer.text() : undefined;
}
