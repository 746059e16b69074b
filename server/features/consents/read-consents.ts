import { type Consent, type Consents, GIVEABLE, PURPOSE_TITLES, WITHDRAWABLE } from '#contract/consents.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { type ConsentLog, findConsents } from '#server/features/consents/consents.queries.ts';
import { type PaperPath, type PaperRef, paperOf } from '#server/features/consents/papers.rules.ts';
import { isPurpose, type Purpose, PURPOSES } from '#server/features/consents/purposes.rules.ts';

/** What a person has consented to, and the log of it. `isCons`: only consultants have contacts to show. */
export async function readConsents(
  db: DbOrTx,
  { userId, isCons }: { userId: number; isCons: boolean },
  now: Date,
): Promise<Omit<Consents, 'status'>> {
  const rows = await findConsents(db, userId);
  return {
    server_time: now.toISOString(),
    consents: (Object.keys(PURPOSES) as Purpose[])
      .map((purpose) => stateOf(purpose, rows))
      .filter(({ purpose, state }) => state !== 'none' || isOffered(purpose, isCons)),
    log: rows.map((row) => ({
      title: isPurpose(row.purpose) ? PURPOSE_TITLES[row.purpose] : row.purpose,
      at: row.at.toISOString(),
      withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
      paper: paperOfRow(row),
    })),
  };
}

const isAmong = (list: readonly string[], purpose: string): boolean => list.includes(purpose);
/** What was never given is shown where it can be given here. */
const isOffered = (purpose: string, isCons: boolean): boolean =>
  isAmong(GIVEABLE, purpose) && (purpose !== 'client_contacts' || isCons);

function stateOf(purpose: Purpose, rows: readonly ConsentLog[]): Consent {
  const { paper, stops, allows } = PURPOSES[purpose];
  const mine = rows.filter((row) => row.purpose === purpose);
  const last = mine.find((row) => row.withdrawnAt === null) ?? mine[0];
  const state = !last ? 'none' : last.withdrawnAt === null ? 'given' : 'withdrawn';
  const canGive = state !== 'given' && isAmong(GIVEABLE, purpose);
  return {
    purpose,
    title: PURPOSE_TITLES[purpose],
    state,
    at: last?.at.toISOString() ?? null,
    withdrawn_at: last?.withdrawnAt?.toISOString() ?? null,
    // What would be given now is the newest text.
    paper: last && !canGive ? paperOfRow(last) : newest(paper),
    action: state === 'given' && isAmong(WITHDRAWABLE, purpose) ? 'withdraw' : canGive ? 'give' : null,
    stops: [...stops],
    allows,
  };
}
const newest = (path: PaperPath): PaperRef => {
  const paper = paperOf(path);
  if (!paper) throw new Error(`no version of ${path}`);
  return paper;
};
/** The log's own word of the text: its hash is older than the fingerprints of some rows. */
const paperOfRow = ({ purpose, docVersion, textHash }: ConsentLog): PaperRef => ({
  path: isPurpose(purpose) ? PURPOSES[purpose].paper : '',
  version: docVersion,
  sha256: textHash,
});
