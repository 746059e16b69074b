import type { Tx } from '#server/db/open.ts';
import {
  endConsents,
  hasConsent,
  holdPerson,
  insertConsents,
  setSwitches,
} from '#server/features/consents/consents.queries.ts';
import { consentRow, type From, type Purpose } from '#server/features/consents/purposes.rules.ts';

// giveConsent · takeBackConsent: whoever turns a switch that stands for a consent does it here, so that the log says so too.

/** Switches of the account that say what a consent says; they are read where the log would cost a statement. */
const SWITCH = { marketing: 'sendEmail', client_contacts: 'showContacts' } as const;
const switchOf = (purpose: Purpose, isOn: boolean) =>
  purpose === 'marketing' || purpose === 'client_contacts' ? { [SWITCH[purpose]]: isOn } : null;

/** To the newest text. One that holds already stays as it is. */
export async function giveConsent(
  tx: Tx,
  { userId, purpose, from, now }: { userId: number; purpose: Purpose; from: From; now: Date },
): Promise<void> {
  await holdPerson(tx, userId);
  const row = consentRow(purpose, from);
  if (row && !(await hasConsent(tx, userId, purpose))) await insertConsents(tx, [{ ...row, userId, at: now }]);
  const set = switchOf(purpose, true);
  if (set) await setSwitches(tx, userId, set);
}

/** Taken back twice it stays taken back from the first time on. */
export async function takeBackConsent(tx: Tx, userId: number, purpose: Purpose, now: Date): Promise<void> {
  await holdPerson(tx, userId);
  await endConsents(tx, userId, [purpose], now);
  const set = switchOf(purpose, false);
  if (set) await setSwitches(tx, userId, set);
}
