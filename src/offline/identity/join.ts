import { moveGuestRecords } from '#src/offline/outbox/identity.ts';
import type { OutboxIdentity, OutboxPorts } from '#src/offline/outbox/ports.ts';
import { quarantineUnreadable } from '#src/offline/outbox/quarantine.ts';

/**
 * Guests that have joined this account (`guestsToJoin`): what was untried comes over into its queue, what was tried is sent from
 * where it stands (docs/product/offline.md#owners). `open` gives the ports of a guest's partition, or null when this page has
 * taken it in already. One guest whose partition fails does not keep the others waiting: the next start goes on with it.
 */
export async function joinGuests(
  guests: readonly string[],
  account: { ports: OutboxPorts; who: OutboxIdentity },
  open: (guest: string) => Promise<OutboxPorts | null>,
): Promise<void> {
  for (const guest of guests) {
    const ports = await open(guest);
    if (!ports) continue;
    try {
      await quarantineUnreadable(ports).catch(() => 0);
      await moveGuestRecords(ports, account.ports, account.who);
    } catch (error) {
      account.ports.log(`join of ${guest}: ${String(error)}`);
    }
  }
}
