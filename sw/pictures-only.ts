/** A captive portal's 200 with HTML must not become a picture for ever (docs/product/offline.md F28). */
const isPicture = (response: Response): boolean =>
  response.status === 200 &&
  response.type === 'basic' &&
  !response.redirected &&
  (response.headers.get('content-type') ?? '').startsWith('image/');

/** What the worker keeps of what was asked for as a picture: a plugin of Workbox's strategies. */
export const picturesOnly = {
  cacheWillUpdate: async ({ response }: { response: Response }): Promise<Response | null> =>
    isPicture(response) ? response : null,
};
