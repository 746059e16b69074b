/**
 * The last word of a page that is being left: asked for within the event itself (any await before it may never come
 * back) and outliving the page. Whether it arrived is known only if the page is still there. Never rejects.
 */
export function postOnLeave(path: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<boolean> {
  return fetch(path, {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-Requested-With': 'rostok',
      ...headers,
    },
    body: JSON.stringify(body),
  }).then(
    (response) => response.ok,
    () => false,
  );
}
