import { atom, type Getter, type Setter } from 'jotai';
import { openGuest, type User } from '#contract/session.ts';
import { send } from '#src/features/session/session-send.ts';
import { claimGuest, unclaimedGuests } from '#src/features/session/device-guests.ts';
import { uidOf } from '#src/features/session/session.rules.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { syncClient } from '#src/sync-client/sync.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** Each guest is asked about once a page: somebody else's stays where it is. */
const askedGuestsAtom = atom(() => new Set<string>());

/**
 * What a guest of this phone has queued belongs to the account that it joined, also when the answer of that login was lost:
 * `openGuest` under an account's session says whether the guest is its own (docs/decisions/051-guests.md).
 */
export async function claimGuests(get: Getter, set: Setter, user: User): Promise<void> {
  if (user.isGuest) return;
  const stores = get(storesAtom);
  const asked = get(askedGuestsAtom);
  let isClaimed = false;
  for (const guestId of await unclaimedGuests(stores)) {
    if (asked.has(guestId)) continue;
    try {
      await send(get, set, openGuest, { body: { guestId } });
      await claimGuest(stores, guestId, uidOf(user));
      isClaimed = true;
    } catch (error) {
      if (failureOf(error).kind !== 'refused') return;
    }
    asked.add(guestId);
  }
  if (isClaimed) await (await syncClient(get)).guestsJoined(uidOf(user));
}
