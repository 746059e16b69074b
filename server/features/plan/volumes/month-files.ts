import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromBytes, toBytes } from '#server/features/plan/volumes/month-bytes.ts';
import type { MonthLists } from '#server/features/plan/volumes/month-lists.rules.ts';

/** Of which record a file is: another one has another name. */
export type MonthKey = { period: number; sha256: string; monthsBefore: number };
export type MonthFiles = {
  /** Null: there is none, or it is not what was written. */
  read(key: MonthKey): Promise<MonthLists | null>;
  write(key: MonthKey, lists: MonthLists): Promise<void>;
};

/**
 * Closed months beside the process (docs/decisions/570): a copy of the record that may be thrown away at any time. A disk that is full
 * or refuses only makes the next reading slow again.
 */
export function openMonthFiles(folder: string | undefined): MonthFiles {
  const pathOf = ({ period, sha256, monthsBefore }: MonthKey) => join(folder ?? '', `${period}-${monthsBefore}-${sha256.slice(0, 16)}.lists`); // prettier-ignore
  return {
    async read(key) {
      if (folder === undefined) return null;
      const bytes = await readFile(pathOf(key)).catch(() => null);
      return bytes && fromBytes(bytes);
    },
    async write(key, lists) {
      if (folder === undefined) return;
      const half = `${pathOf(key)}.${randomUUID()}.tmp`;
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(half, toBytes(lists));
        await rename(half, pathOf(key));
      } catch {
        await rm(half, { force: true }).catch(() => undefined);
      }
    },
  };
}
