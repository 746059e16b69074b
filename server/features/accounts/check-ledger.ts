import type { Db } from '#server/db/open.ts';
import {
  BONUS_CHECKS,
  CORRECTION_CHECK,
  RETAIL_BACK_CHECK,
  RETAIL_CHECK,
} from '#server/features/accounts/bonus-checks.queries.ts';
import { findDamage, hasTables, LEDGER_CHECKS, writeResult } from '#server/features/accounts/ledger-check.queries.ts';

export type CheckResult = {
  name: string;
  says: string;
  /** How many rows are wrong, and the first of them in words; null: its tables are not there yet. */
  damaged: number | null;
  first: string[];
};

/**
 * Proves the ledger from its rows, all checks in one snapshot, and notes what was found for /metrics
 * (docs/product/money.md#walls). Changes nothing else.
 */
export async function checkLedger(db: Db, now: Date): Promise<CheckResult[]> {
  const results = await db.transaction(
    async (tx) => {
      const all: CheckResult[] = [];
      for (const check of [...LEDGER_CHECKS, ...BONUS_CHECKS, CORRECTION_CHECK, RETAIL_CHECK, RETAIL_BACK_CHECK]) {
        const isThere = !check.needs || (await hasTables(tx, check.needs));
        const { total, first } = isThere ? await findDamage(tx, check, now) : { total: null, first: [] };
        all.push({ name: check.name, says: check.says, damaged: total, first });
      }
      return all;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  for (const { name, damaged } of results) if (damaged !== null) await writeResult(db, name, damaged, now);
  return results;
}
export const damagedIn = (results: readonly CheckResult[]): CheckResult[] =>
  results.filter(({ damaged }) => damaged !== null && damaged > 0);
