import { guestsToJoin } from '#src/offline/identity/guests.ts';
import type { IdentityStores } from '#src/offline/identity/ports.ts';
import { moveGuestRecords } from '#src/offline/outbox/identity.ts';
import type { OutboxIdentity, OutboxPorts } from '#src/offline/outbox/ports.ts';
import { quarantineUnreadable } from '#src/offline/outbox/quarantine.ts';

/**
 * Guests that have joined this account: what was untried comes over into its queue, what was tried is sent from where it stands
 * (docs/product/offline.md#owners). `open` gives the ports of a guest's partition, or null when this page has taken it in
 * already. One guest whose partition fails does not keep the others waiting: the next start goes on with it.
 */
export async function joinGuests(
  stores: IdentityStores,
  account: { ports: OutboxPorts; who: OutboxIdentity },
  open: (guestId: string) => Promise<OutboxPorts | null>,
): Promise<void> {
  for (const id of await guestsToJoin(stores, account.who.owner)) {
    const guest = await open(id);
    if (!guest) continue;
    try {
      await quarantineUnreadable(guest).catch(() => 0);
      await moveGuestRecords(guest, account.ports, account.who);
    } catch (error) {
      account.ports.log(`join of ${id}: ${String(error)}`);
    }
  }
}
