import { GENERATION_KEY } from '#src/offline/outbox/base.ts';
import { book, readRecords } from '#src/offline/outbox/entries.ts';
import { append, type NewMutation, PartitionClosedError } from '#src/offline/outbox/append.ts';
import type { OutboxIdentity, OutboxPorts, OutboxTx } from '#src/offline/outbox/ports.ts';
import {
  BOUND_KEY,
  LEDGER_KEY,
  leavingKey,
  onceKey,
  OPEN_KEY,
  recordKey,
  SEQ_KEY,
  type OutboxRecord,
} from '#src/offline/outbox/record.ts';

// Who a partition belongs to: a guest joins an account, a person leaves the phone (docs/product/offline.md#owners and Logout).

/**
 * Untried records of a guest go over to the account that the guest was bound to, under the same keys. Two stores cannot
 * share a transaction, so each record is first taken out of the guest's queue (nobody can send or change it any more),
 * then copied together with a mark of its key, then, once the mark has been read back, deleted: a crash in between is
 * repaired by calling this again, and a mark keeps a record that has gone through meanwhile from coming twice. What was
 * tried stays, and so does what stands behind it in its lane: both flush from here, in order, under the binding. A tab that
 * has not heard of the login yet gets PartitionClosedError for its next gesture, and reads again who is here.
 * @returns how many records the guest's partition has lost.
 * @throws PartitionClosedError when the account was left meanwhile: nothing is lost, the next call goes on.
 */
export async function moveGuestRecords(guest: OutboxPorts, account: OutboxPorts, who: OutboxIdentity): Promise<number> {
  // Before anything of the guest is read: what this call finds belongs to this stay of the person and to no later one.
  const stay = await account.store.transact((tx) => tx.get<string | boolean>(OPEN_KEY));
  const leaving = await guest.store.transact(async (tx) => {
    // A guest belongs to one account for good: nobody else's login may take what is left of it.
    if (((await tx.get<string>(BOUND_KEY)) ?? who.owner) !== who.owner) return [];
    tx.put(BOUND_KEY, who.owner);
    // Two queues have no order between them: from here on gestures belong to the account's.
    tx.put(OPEN_KEY, false);
    const staying = new Set<string>();
    for (const record of await readRecords(guest.definitions, tx)) {
      if (record.tries > 0 || record.state === 'tried') staying.add(record.lane);
      if (staying.has(record.lane)) continue;
      tx.del(recordKey(record.seq));
      tx.put(leavingKey(record.seq), record);
    }
    return (await tx.list<OutboxRecord>('out:')).map(([, record]) => record);
  });
  if (leaving.length === 0) return 0;
  await account.store.transact(async (tx) => {
    const now = await tx.get<string | boolean>(OPEN_KEY);
    // Left, or left and come back while this tab slept: another tab has long brought the records over, a logout has
    // emptied the account together with their marks, and what was discarded must not come again.
    if (now === false || (stay !== undefined && now !== stay)) throw new PartitionClosedError('closed');
    let seq = (await tx.get<number>(SEQ_KEY)) ?? 0;
    let enqueued = 0;
    for (const record of leaving) {
      if (await tx.get(onceKey(record.id))) continue;
      seq += 1;
      enqueued += 1;
      tx.put(onceKey(record.id), true);
      tx.put(recordKey(seq), { ...record, seq, owner: who.owner });
    }
    tx.put(SEQ_KEY, seq);
    await book(tx, { enqueued });
  });
  const arrived = await account.store.transact((tx) =>
    Promise.all(leaving.map(({ id }) => tx.get<boolean>(onceKey(id)))),
  );
  const moved = await guest.store.transact(async (tx) => {
    let count = 0;
    for (const [index, { seq }] of leaving.entries()) {
      if (!arrived[index] || !(await tx.get(leavingKey(seq)))) continue;
      tx.del(leavingKey(seq));
      count += 1;
    }
    await book(tx, { moved: count });
    return count;
  });
  account.changed();
  return moved;
}

/**
 * Appends under a key that was stored beforehand (a guest's heart that joins the account): once and never again, whatever
 * has become of it since. Without the mark a repeat after a crash would bring back a heart taken off in between.
 */
export const appendKeyed = (ports: OutboxPorts, who: OutboxIdentity, gesture: NewMutation): Promise<void> =>
  append(ports, who, { ...gesture, once: true });

/**
 * A person comes to this phone: gestures are taken again. `as` names this stay (any new string); a purge that belongs to an
 * earlier one then no longer does anything.
 */
export async function openPartition(ports: OutboxPorts, as: string | true = true): Promise<void> {
  await ports.store.transact(async (tx) => tx.put(OPEN_KEY, as));
  ports.changed();
}

/**
 * Logout: one transaction clears the store and refuses later gestures. The books stay (what was waiting or rejected was
 * discarded by the person); so do the counters by which answers and pulls on their way know that they come too late.
 * With `isIdleOnly` nothing happens while anything waits or is rejected. With `as`, only the stay of that name is ended: a frozen tab that wakes in the middle of its logout must not empty the
 * partition of the same person who has come back since.
 */
export async function closePartition(
  ports: Pick<OutboxPorts, 'store' | 'changed'>,
  as?: string | true,
  isIdleOnly = false,
): Promise<void> {
  await ports.store.transact(async (tx) => {
    if (as !== undefined && (await tx.get(OPEN_KEY)) !== as) return;
    if (isIdleOnly && (await hasEntries(tx))) return;
    let discarded = 0;
    const generation = (await tx.get<number>(GENERATION_KEY)) ?? 0;
    for (const key of (await tx.keys?.()) ?? (await tx.list('')).map(([name]) => name)) {
      if (/^(ob|out|park):/.test(key)) discarded += 1;
      if (key !== LEDGER_KEY && key !== SEQ_KEY) tx.del(key);
    }
    tx.put(GENERATION_KEY, generation + 1);
    tx.put(OPEN_KEY, false);
    await book(tx, { discarded });
  });
  ports.changed();
}

async function hasEntries(tx: OutboxTx): Promise<boolean> {
  for (const prefix of ['ob:', 'out:', 'park:']) if ((await tx.list(prefix)).length > 0) return true;
  return false;
}
