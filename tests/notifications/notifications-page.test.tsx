// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notification as Told } from '#contract/notifications.ts';
import { NotificationsPage } from '#src/features/notifications/NotificationsPage.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';

// /user/notifications: every state of the list and of the switch (docs/product/notifications.md). The push service and the worker are a
// browser's matter: tests/notifications/notifications.test.ts and tests/e2e/notifications.spec.ts.

const told = (id: number, more: Partial<Told> = {}): Told => ({
  id,
  title: `Заказ № ${id} оплачен`,
  text: 'Получили 500 ₽.',
  path: `/user/orders/${id}`,
  at: '2026-11-21T09:00:00.000Z',
  is_read: false,
  ...more,
});
const page = (rows: Told[], more: { unread?: number; has_more?: boolean } = {}) => ({
  http: 200,
  body: {
    status: 'success',
    rows,
    unread: rows.length,
    has_more: false,
    server_time: '2026-11-21T09:00:00.000Z',
    ...more,
  },
});
const ok = { http: 200, body: { status: 'success', unread: 0, public_key: 'key', is_known: false } };

function open(answers: (path: string) => ReturnType<typeof page> | typeof ok | null = () => page([])) {
  const drawn = onScreen(<NotificationsPage />, ({ path }) => (path === '/api/notifications' ? answers(path) : ok));
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user: CLIENT }));
  return drawn;
}

describe('the list', () => {
  it('leads each note to its page, says which are new, and tells the shop that they were seen', async () => {
    const { asked } = open(() => page([told(9), told(8, { is_read: true })], { unread: 1 }));
    const [fresh, read] = await screen.findAllByRole('link');
    expect(fresh!.textContent).toMatch(/^Новое: Заказ № 9 оплачен/);
    expect(read!.textContent).toMatch(/^Заказ № 8 оплачен/);
    expect(fresh!.getAttribute('href')).toBe('/user/orders/9');
    await waitFor(() => expect(asked.at(-1)).toEqual({ path: '/api/notifications/read', body: { up_to: 9 } }));
    expect(asked.filter(({ path }) => path.endsWith('/read'))).toHaveLength(1);
  });
  it('nothing is told as read when nothing is new', async () => {
    const { asked } = open(() => page([told(9, { is_read: true })], { unread: 0 }));
    await screen.findByRole('link');
    expect(asked.some(({ path }) => path.endsWith('/read'))).toBe(false);
  });
  it('older ones come below; a failure says so and loses nothing', async () => {
    let times = 0;
    const { user } = open(() => {
      times += 1;
      return times === 1
        ? page([told(9)], { has_more: true })
        : times === 2
          ? null
          : page([told(3, { is_read: true })]);
    });
    await user.click(await screen.findByRole('button', { name: 'Показать ещё' }));
    expect((await screen.findAllByText(/Нет связи|не отвечает|интернет/i)).length).toBeGreaterThan(0);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Показать ещё' }));
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull();
  });
  it('an empty one says what will stand there', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Пока тихо' })).toBeTruthy();
  });
  it('without an answer it says why, and «Повторить» asks again', async () => {
    let isUp = false;
    const { user } = open(() => (isUp ? page([told(1)]) : null));
    const again = await screen.findByRole('button', { name: 'Повторить' });
    isUp = true;
    await user.click(again);
    expect(await screen.findByRole('link')).toBeTruthy();
  });
  it('without a signal the last answer stands, with its time, and nothing is said to be read', async () => {
    let isUp = true;
    const { store, asked, unmount } = open(() => (isUp ? page([told(5)]) : null));
    // With the signal they were seen: what is told of that has gone before the signal does.
    await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/read'))).toBe(true));
    isUp = false;
    unmount();
    asked.length = 0;
    const { Provider } = await import('jotai');
    const { render } = await import('@testing-library/react');
    act(() => goOffline(store));
    render(
      <Provider store={store}>
        <NotificationsPage />
      </Provider>,
    );
    expect(await screen.findByText(/^данные /)).toBeTruthy();
    expect(screen.getByRole('link').textContent).toContain('Заказ № 5 оплачен');
    expect(asked.some(({ path }) => path.endsWith('/read'))).toBe(false);
  });
});

describe('the switch', () => {
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/x',
    unsubscribe: vi.fn<() => Promise<boolean>>(async () => true),
    toJSON: () => ({
      endpoint: 'https://fcm.googleapis.com/x',
      keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    }),
  };
  let held: typeof subscription | null;
  let serves: boolean;
  function browser(permission: NotificationPermission, answer: NotificationPermission = permission) {
    const notification = { permission, requestPermission: async () => (notification.permission = answer) };
    vi.stubGlobal('Notification', notification);
    vi.stubGlobal('PushManager', class {});
    const pushManager = {
      getSubscription: async () => held,
      subscribe: async () => {
        if (!serves) throw new Error('AbortError');
        return (held = subscription);
      },
    };
    const registration = { pushManager };
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { ready: Promise.resolve(registration), getRegistration: async () => registration, addEventListener() {} },
    });
  }
  beforeEach(() => {
    held = null;
    serves = true;
  });
  const toggle = () => screen.findByRole('switch', { name: 'Показывать на этом устройстве' });

  it('asks the browser, subscribes and tells the shop; off again it ends all of it', async () => {
    browser('default', 'granted');
    const { user, asked } = open();
    await user.click(await toggle());
    await waitFor(async () => expect((await toggle()).getAttribute('aria-checked')).toBe('true'));
    expect(asked.find(({ path }) => path === '/api/push/subscribe')?.body).toEqual({
      endpoint: subscription.endpoint,
      p256dh: 'p'.repeat(87),
      auth: 'a'.repeat(22),
    });
    await user.click(await toggle());
    await waitFor(async () => expect((await toggle()).getAttribute('aria-checked')).toBe('false'));
    expect(subscription.unsubscribe).toHaveBeenCalled();
    expect(asked.at(-1)).toEqual({ path: '/api/push/unsubscribe', body: { endpoint: subscription.endpoint } });
  });
  it('a refusal of the person shows where the browser’s own settings are', async () => {
    browser('default', 'denied');
    const { user, asked } = open();
    await user.click(await toggle());
    expect(await screen.findByText(/запрещены в браузере/)).toBeTruthy();
    expect(asked.some(({ path }) => path.startsWith('/api/push/'))).toBe(false);
  });
  it('a browser whose service does not answer says so and stays off', async () => {
    browser('granted');
    serves = false;
    const { user } = open();
    await user.click(await toggle());
    expect(await screen.findByText(/Служба уведомлений браузера не ответила/)).toBeTruthy();
    expect((await toggle()).getAttribute('aria-checked')).toBe('false');
  });
  it('a browser that has none says so', async () => {
    vi.stubGlobal('Notification', undefined);
    Reflect.deleteProperty(globalThis, 'Notification');
    open();
    expect(await screen.findByText(/не умеет показывать уведомления/)).toBeTruthy();
  });
});
