import { getPushState, subscribePush, unsubscribePush } from '#contract/notifications.ts';
import { PUSH_KEY } from '#src/offline/keys.ts';
import type { Store } from '#src/offline/ports.ts';
import type { Api } from '#src/platform/api/api.ts';

// Pushes of this browser for one person (docs/product/notifications.md#push). Nothing is asked of the person but by `turnPushOn`.

export type PushState =
  /** This browser has none. */
  | 'unsupported'
  /** An iPhone or iPad shows pushes of an app on its home screen alone. */
  | 'home-screen'
  /** The person, or the device, has forbidden it. */
  | 'denied'
  | 'off'
  | 'on';
/** Why it could not be turned on. `service`: the browser's own push service does not answer. */
export type PushRefusal = 'denied' | 'service';

type Parts = { api: Pick<Api, 'send'>; store: Pick<Store, 'get' | 'set' | 'del'> };

const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** What the switch shows. `on`: wished on this device, allowed, and the browser has a subscription. */
export async function readPush({ store }: Pick<Parts, 'store'>): Promise<PushState> {
  if (!canPush()) return isApple() ? 'home-screen' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const isWished = (await store.get(PUSH_KEY)) === true;
  if (!isWished || Notification.permission !== 'granted') return 'off';
  return (await ownSubscription()) ? 'on' : 'off';
}

/** The browser's own question. Called by a tap, before anything is waited for: Safari wants the tap itself. */
export const askPermission = (): Promise<NotificationPermission> => Notification.requestPermission();

/** @throws ApiError when the shop does not answer. */
export async function turnPushOn({ api, store }: Parts): Promise<PushRefusal | null> {
  if (Notification.permission !== 'granted') return 'denied';
  const { public_key: key } = await api.send(getPushState, { body: { endpoint: null } });
  const subscription = await subscribe(key).catch(() => null);
  if (!subscription) return 'service';
  await tellShop(api, subscription);
  await store.set(PUSH_KEY, true);
  return null;
}

/** Without a signal it is off all the same: the browser tells its service, the shop hears of it when it next sends. */
export async function turnPushOff({ api, store }: Parts): Promise<void> {
  await store.del([PUSH_KEY]);
  const subscription = await ownSubscription();
  await subscription?.unsubscribe();
  if (subscription) await api.send(unsubscribePush, { body: { endpoint: subscription.endpoint } }).catch(() => {});
}

/**
 * At a start: a subscription that the shop or the service has lost is made anew where the browser still allows it. Asks nobody, and
 * says nothing when it fails: the next start tries again.
 */
export async function keepPush({ api, store }: Parts): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted' || (await store.get(PUSH_KEY)) !== true) return;
  const subscription = await ownSubscription();
  const state = await api.send(getPushState, { body: { endpoint: subscription?.endpoint ?? null } });
  if (state.is_known) return;
  await subscription?.unsubscribe();
  await tellShop(api, await subscribe(state.public_key));
}

/** Whoever held the phone has left: what is still on its way to them is not shown to the next one. */
export async function endPush(): Promise<void> {
  if (canPush() && Notification.permission === 'granted') await (await ownSubscription())?.unsubscribe();
}

const ownSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  // One made for other keys of the shop would be kept by the browser, and never work.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function tellShop(api: Parts['api'], subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await api.send(subscribePush, {
    body: { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  });
}
