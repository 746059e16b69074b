import type { Page } from '@playwright/test';

// Web push without a push service of the browser: the page gets a subscription of the test's, the worker is handed what its browser would
// have decrypted.

type Subscription = { endpoint: string; p256dh: string; auth: string };
/** From the next page on this browser subscribes here: Chromium of the tests has no push service of its own. */
export async function subscribeAt(page: Page, { endpoint, p256dh, auth }: Subscription): Promise<void> {
  await page.addInitScript(
    (given: Subscription) => {
      const made = {
        endpoint: given.endpoint,
        toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
        unsubscribe: () => Promise.resolve(true),
      };
      PushManager.prototype.subscribe = () => {
        sessionStorage.setItem('test-subscribed', '1');
        return Promise.resolve(made as unknown as PushSubscription);
      };
      PushManager.prototype.getSubscription = () =>
        Promise.resolve(sessionStorage.getItem('test-subscribed') ? (made as unknown as PushSubscription) : null);
    },
    { endpoint, p256dh, auth },
  );
}

/** What the browser would hand to the worker of this page. */
export async function pushesTo(page: Page): Promise<(data: string) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const registered = new Promise<string>((found) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const mine = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin));
      if (mine) found(mine.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (data) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

/** What stands on the screen of the device by now. */
export const shownBy = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notes = await registration.getNotifications();
    return notes.map(({ title, body, tag, data }) => ({ title, body, tag, path: (data as { path: string }).path }));
  });
