import { MUTATIONS } from '#src/mutations.ts';
import { DEVICE_KEY, POINTER_KEY, SHOP_CHANNEL } from '#src/offline/keys.ts';
import { queuesToSend } from '#src/offline/identity/guests.ts';
import { GUEST_UID, guestIdOf } from '#src/offline/identity/holder.rules.ts';
import { tellOwedLogout } from '#src/offline/identity/leave.ts';
import { minBuildOf } from '#src/offline/min-build.ts';
import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import { createFlusher } from '#src/offline/outbox/flush.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import type { StoredRequest } from '#src/offline/outbox/record.ts';
import { lockOnce, outboxPorts, sendRequest, serverClock, type SendRequest } from '#src/device/outbox-ports.ts';
import { identityStores } from '#src/device/identity-stores.ts';
import { personStore, pubStore } from '#src/device/storage.ts';

declare const __BUILD__: string;
declare const __BUILD_NUMBER__: number;

// The page may be gone when the signal comes back: the worker sends the same records by the same rules under the same lock.

/** How long one `sync` waits for a lock that a page holds. */
const LOCK_MS = 60_000;
/** One `sync` ends within Chrome's three minutes: what is due later is left to the browser's next one. */
const LONGEST_WAIT_MS = 20_000;
const ROUNDS = 4;

/**
 * @param stop a newer build takes over: nothing more is sent, and what is on its way is repeated by that build.
 * @throws when something is left to send: the browser then fires `sync` again (docs/product/offline.md#lock).
 */
export async function sendQueue(stop: AbortSignal): Promise<void> {
  const send: SendRequest = (path, init) =>
    fetch(path, { ...init, signal: AbortSignal.any([stop, init.signal ?? stop]) });
  const pub = pubStore();
  const stores = identityStores({ pub: pubStore, person: personStore });
  const device = await pub.get<string>(DEVICE_KEY);
  await refuseIfOutdated(pub);
  await tellOwedLogout(
    stores,
    async (uid) => void (await askShop(send, post('/logout', {}), { 'X-Client-User': uid })),
  );
  const { uid, owners } = await queuesToSend(stores);
  const left: string[] = [];
  const clock = await serverClock(pub);
  const channel = new BroadcastChannel(SHOP_CHANNEL);
  const flush = async (owner: string, store: OutboxStore): Promise<void> => {
    let [isOnline, running] = [false, 0];
    const ports = outboxPorts({
      definitions: MUTATIONS,
      store,
      clock,
      send: async (wire, headers) => {
        running += 1;
        const waiting = (await store.transact((tx) => tx.list('ob:'))).length - running;
        // Requests may overtake each other: only the end is told, «1» of an earlier one must not outlive it.
        const answer = await sendRequest(send, wire, { ...headers, 'X-Client-Pending': waiting > 0 ? '' : '0' });
        running -= 1;
        isOnline = !!answer?.type.startsWith('application/json');
        return answer;
      },
      lock: (name, work) => lockInTime(name, stop, work),
      isVisible: () => false,
      uuid: () => crypto.randomUUID(),
      changed: () => channel.postMessage({ type: 'outbox', uid, isOnline }),
      log: () => {},
    });
    if ((await store.transact((tx) => tx.list('ob:'))).length === 0) return;
    // How old a record is only the shop can tell (docs/product/offline.md#time).
    const { serverTime } = await askShop(send, { method: 'GET', path: '/healthz', body: null });
    if (serverTime !== null) clock.note(serverTime);
    const who = { owner, lockName: `outbox:${owner}`, device: device ?? 'worker', build: __BUILD__ };
    const { flush: flushOnce } = createFlusher(ports, who);
    for (let round = 0; round < ROUNDS && !stop.aborted; round += 1) {
      // A page may have heard of a newer build while this worker waited.
      await refuseIfOutdated(pub);
      const result = await flushOnce();
      if (result.kind === 'drained') return;
      const wait = result.nextInMs ?? Infinity;
      if (result.kind !== 'waiting' || wait > LONGEST_WAIT_MS) break;
      await new Promise((done) => setTimeout(done, wait));
    }
    left.push(owner);
  };
  try {
    for (const owner of owners) {
      const guestId = guestIdOf(owner);
      // Nothing of a guest is sent before the server knows the guest (docs/product/offline.md#owners).
      if (uid === GUEST_UID) await askShop(send, post('/api/session/guest', { guestId }));
      await flush(owner, guestId === undefined ? await stores.person(owner) : await stores.guest(guestId));
    }
  } finally {
    channel.close();
  }
  if (left.length > 0) throw new Error('left');
}

/** What waits is sent by the build that the shop asks for (docs/product/offline.md#updates). */
async function refuseIfOutdated(pub: ReturnType<typeof pubStore>): Promise<void> {
  const pointer = await pub.get<{ manifest?: unknown }>(POINTER_KEY);
  if (minBuildOf(pointer?.manifest) > __BUILD_NUMBER__) throw new Error('outdated');
}

/** @throws when the shop itself has not answered, or not with a yes. */
async function askShop(
  send: SendRequest,
  wire: StoredRequest,
  headers: Record<string, string> = {},
): Promise<RequestAnswer> {
  const answer = await sendRequest(send, wire, headers);
  // A captive portal's page is no answer.
  if (!answer || answer.http >= 400 || !answer.type.startsWith('application/json')) throw new Error('no answer');
  return answer;
}
const post = (path: string, body: unknown): StoredRequest => ({ method: 'POST', path, body: JSON.stringify(body) });

/** A page that holds the lock sends for itself; should it freeze or go, the worker goes on. */
async function lockInTime<T>(
  name: string,
  stop: AbortSignal,
  work: (held: () => boolean) => Promise<T>,
): Promise<T | undefined> {
  let isStolen = false;
  const held = () => !isStolen && !stop.aborted;
  if (!navigator.locks) return lockOnce(name, (has) => work(() => has() && held()));
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(LOCK_MS)]);
    return await navigator.locks.request(name, { signal }, () => work(held));
  } catch (error) {
    isStolen = true;
    if ((error as DOMException)?.name === 'AbortError' || (error as DOMException)?.name === 'TimeoutError')
      return undefined;
    throw error;
  }
}
