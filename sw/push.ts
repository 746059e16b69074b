// What a push shows (docs/product/notifications.md#push). It asks nobody and waits for nothing: three pushes that show nothing cost an
// app of iOS its right.

declare const self: ServiceWorkerGlobalScope;

type Shown = { title: string; path: string; tag: string };
const UNREADABLE: Shown = { title: 'Есть новости о ваших заказах', path: '/user/notifications', tag: 'news' };

/** What stands in a message, or that there is something to read. */
export function shownOf(text: string | undefined): Shown {
  try {
    const { title, path, tag } = JSON.parse(text ?? '') as Partial<Record<keyof Shown, unknown>>;
    if (typeof title !== 'string' || title === '' || typeof path !== 'string' || !/^\/(?!\/)/.test(path))
      return UNREADABLE;
    return { title, path, tag: typeof tag === 'string' ? tag : UNREADABLE.tag };
  } catch {
    return UNREADABLE;
  }
}

export function showPush(event: PushEvent): Promise<void> {
  const { title, path, tag } = shownOf(event.data?.text());
  return self.registration.showNotification(title, {
    body: 'Подробности — в кабинете',
    tag,
    lang: 'ru',
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { path },
  });
}

/** An open page of the shop is led there; without one a new page opens. */
export async function openPushed({ notification }: NotificationEvent): Promise<void> {
  notification.close();
  const { path = UNREADABLE.path } = (notification.data ?? {}) as { path?: string };
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) return void (await self.clients.openWindow(path));
  const focused = await page.focus().catch(() => page);
  // A page that this worker does not control cannot be led.
  if (new URL(focused.url).pathname !== path) await focused.navigate(path).catch(() => self.clients.openWindow(path));
}
