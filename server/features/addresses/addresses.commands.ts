import { type Address, ADDRESSES_MAX, type AddressInput } from '#contract/addresses.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import {
  clearDefault,
  deleteAddress,
  findAddress,
  findBook,
  holdBook,
  insertAddress,
  makeNewestDefault,
  updateAddress,
} from '#server/features/addresses/addresses.queries.ts';
import { toAddress, toRow } from '#server/features/addresses/addresses.rules.ts';
import { refuse } from '#server/platform/refuse.ts';

// readBook · readAddress · saveToBook · removeFromBook: a person's address book (docs/product/addresses-of-people.md).

/** The one by default first, then the newest first. */
export const readBook = async (db: DbOrTx, userId: number): Promise<Address[]> =>
  (await findBook(db, userId)).map(toAddress);

/**
 * An address of this person's own book, for an order or a delivery that names it.
 * @throws not_found also for somebody else's: nobody learns which ids there are.
 */
export async function readAddress(db: DbOrTx, userId: number, id: number): Promise<Address> {
  const row = await findAddress(db, userId, id);
  return row ? toAddress(row) : refuse('not_found', MESSAGES.addressNotFound);
}

/**
 * Adds an address, or changes the one that `input.id` names. A book that is not empty has exactly one by default: the first one, or
 * the last that was wished to be; the wish is not taken back, it passes on to another address.
 * @throws not_found, limit_exceeded (docs/product/addresses-of-people.md#book)
 */
export async function saveToBook(tx: Tx, userId: number, input: AddressInput, now: Date): Promise<number> {
  await holdBook(tx, userId);
  const book = await findBook(tx, userId);
  const known = input.id === undefined ? undefined : book.find(({ id }) => id === input.id);
  if (input.id !== undefined && !known) return refuse('not_found', MESSAGES.addressNotFound);
  if (!known && book.length >= ADDRESSES_MAX) return refuse('limit_exceeded', MESSAGES.addressesFull);
  const isDefault = input.is_default || book.length === 0 || known?.isDefault === true;
  if (isDefault && !known?.isDefault) await clearDefault(tx, userId);
  const row = toRow(userId, input, isDefault);
  if (!known) return insertAddress(tx, row, now);
  await updateAddress(tx, known.id, row, now);
  return known.id;
}

/** @throws not_found: it is gone already, or it is not theirs */
export async function removeFromBook(tx: Tx, userId: number, id: number): Promise<void> {
  await holdBook(tx, userId);
  const gone = await deleteAddress(tx, userId, id);
  if (!gone) return refuse('not_found', MESSAGES.addressNotFound);
  if (gone.isDefault) await makeNewestDefault(tx, userId);
}
