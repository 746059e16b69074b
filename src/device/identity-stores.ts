import type { IdentityStores } from '#src/offline/identity/ports.ts';
import { GUEST_UID, guestPrefix } from '#src/offline/identity/holder.rules.ts';
import { outboxStore } from '#src/device/outbox-store.ts';
import type { KeyStore } from '#src/device/storage.ts';
import { newUuid } from '#src/device/uuid.ts';

/** The databases of this phone as the protocol of identity sees them; the page and the worker use the same. */
export const identityStores = (stores: {
  pub(): KeyStore;
  person(uid: string): Promise<KeyStore>;
}): IdentityStores => ({
  pub: () => outboxStore(stores.pub()),
  person: async (uid) => outboxStore(await stores.person(uid)),
  guest: async (id) => outboxStore(await stores.person(GUEST_UID), guestPrefix(id)),
  uuid: newUuid,
});
