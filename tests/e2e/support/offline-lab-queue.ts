import type { Page } from '@playwright/test';
import type { Execution } from '#contract/test-ledger.ts';
import { type Ledger, isBalanced } from '#src/offline/outbox/ledger.rules.ts';
import type { OutboxRecord, Outcome, RejectedRecord } from '#tests/offline/kinds.ts';
import {
  accountsOf,
  doneForOthers,
  type Intended,
  isFor,
  quantityOf,
  sumUp,
} from '#tests/e2e/support/offline-lab-intents.ts';
import { expect, type OfflineLab } from '#tests/e2e/support/offline-lab.ts';

export { type Intended, quantityOf };

// Contents: 1 what the phone holds, 2 what the shop did, 3 the three assertions that end a queue test

// ── 1 The phone ─────────────────────────────────────────────────────────────────────────────────
/** What the engine keeps for one owner: a person's database, or a guest's part of `u:guest`. */
export type Partition = {
  /** `u:<hash>`, or `u:guest/<guest id>`. */
  name: string;
  isOpen: boolean;
  pending: OutboxRecord[];
  rejected: RejectedRecord[];
  outcomes: Outcome[];
  /** Records on their way from a guest to the account. */
  leaving: number;
  quarantined: number;
  ledger: Ledger | null;
};

/** Reads every `u:*` database from any page of the origin, without the app's help. */
export function readPartitions(page: Page): Promise<Partition[]> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map((one) => one.name ?? '').filter((name) => name.startsWith('u:'));
    return (await Promise.all(names.map(read))).flat();

    async function read(database: string) {
      const db = await answerOf(indexedDB.open(database));
      const owners = new Map<string, Map<string, unknown>>([['', new Map()]]);
      if (db.objectStoreNames.contains('kv')) {
        const store = db.transaction('kv').objectStore('kv');
        const [keys, values] = await Promise.all([answerOf(store.getAllKeys()), answerOf(store.getAll())]);
        for (const [i, key] of (keys as string[]).entries()) {
          const [, guest = '', name = ''] = /^([0-9a-f-]{36}\/)?(.*)$/.exec(key) ?? [];
          const owner = owners.get(guest) ?? new Map<string, unknown>();
          owners.set(guest, owner.set(name, values[i]));
        }
      }
      db.close();
      return [...owners].map(([guest, entries]) => {
        const of = <T>(prefix: string): T[] =>
          [...entries].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value as T);
        return {
          name: guest ? `${database}/${guest.slice(0, -1)}` : database,
          isOpen: entries.get('open') !== false,
          pending: of<OutboxRecord>('ob:'),
          rejected: of<RejectedRecord>('park:'),
          outcomes: of<Outcome>('res:'),
          leaving: of('out:').length,
          quarantined: of('bad:').length,
          ledger: (entries.get('ledger') as Ledger | undefined) ?? null,
        };
      });
    }
    function answerOf<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error));
      });
    }
  });
}

/** Records that still have to be sent, of everybody on this phone. */
export const pendingOf = async (page: Page): Promise<OutboxRecord[]> =>
  (await readPartitions(page)).flatMap((one) => one.pending);
export const rejectedOf = async (page: Page): Promise<RejectedRecord[]> =>
  (await readPartitions(page)).flatMap((one) => one.rejected);

/**
 * Does a gesture and waits until it is durable. A screen answers at once, in the same frame; a page that is left by an
 * address in the next few milliseconds takes such a gesture with it. Works whether or not it has been sent meanwhile.
 */
export async function keep(page: Page, gesture: () => Promise<void>): Promise<void> {
  const before = await enqueuedOn(page);
  await gesture();
  await expect.poll(() => enqueuedOn(page), { message: 'the gesture is kept on the phone' }).toBeGreaterThan(before);
}
const enqueuedOn = async (page: Page): Promise<number> =>
  (await readPartitions(page)).reduce((sum, { ledger }) => sum + (ledger?.enqueued ?? 0), 0);

/** Durable on the phone, as «сохранено» promises: as many lanes wait. */
export async function expectQueued(page: Page, lanes: number): Promise<void> {
  await expect.poll(async () => new Set((await pendingOf(page)).map((one) => one.lane)).size).toBe(lanes);
}
/** Everything has had its answer. Backoff may take a minute where nobody tells that the network is back. */
export async function expectDrained(page: Page, timeout = 30_000): Promise<void> {
  await expect.poll(async () => (await pendingOf(page)).length, { timeout, message: 'records still queued' }).toBe(0);
}

/** Rewrites every queued record of this phone, as time or a bad sector would. */
export function rewriteQueued(page: Page, change: Record<string, unknown>): Promise<void> {
  return page.evaluate(async (change) => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('u:')) continue;
      const db = await answerOf(indexedDB.open(name));
      if (db.objectStoreNames.contains('kv')) {
        const store = db.transaction('kv', 'readwrite').objectStore('kv');
        for (const key of (await answerOf(store.getAllKeys())) as string[])
          if (/(^|\/)ob:/.test(key)) store.put({ ...(await answerOf<object>(store.get(key))), ...change }, key);
      }
      db.close();
    }
    function answerOf<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error));
      });
    }
  }, change);
}

// ── 2 The shop ──────────────────────────────────────────────────────────────────────────────────
/** What the shop has carried out since this test began, in its order. */
export async function executionsOf(lab: OfflineLab): Promise<Execution[]> {
  const answer = await fetch(`${lab.shop.url}/api/test/ledger`);
  const { executions } = (await answer.json()) as { executions: Execution[] };
  return executions.filter((one) => one.n > lab.ledgerStart);
}

// ── 3 The three assertions ──────────────────────────────────────────────────────────────────────
/** Ends every queue test: executions equal the intents, the owner is right, the queue is empty or visibly rejected. */
export async function expectExactlyOnce(lab: OfflineLab, page: Page, intents: readonly Intended[]): Promise<void> {
  await expectDrained(page, 75_000);
  const partitions = await readPartitions(page);
  const rejected = partitions.flatMap((one) => one.rejected);
  const executions = await executionsOf(lab);

  // 1. Executions equal the intents.
  const keyed = executions.filter((one) => one.key !== null);
  const twice = keyed.filter((one, i) => keyed.findIndex((other) => nameOf(other) === nameOf(one)) !== i);
  expect(twice, 'keys that the shop carried out twice').toEqual([]);
  const done = await Promise.all(intents.map((intent) => sumUp(lab, intent, executions, rejected)));
  expect(
    done.map(({ done }) => done),
    'what the shop did (and what is rejected) against what the person meant',
  ).toEqual(done.map(({ meant }) => meant));
  expect(
    keyed.filter((one) => !intents.some((intent) => isFor(intent, one))),
    'what nobody asked for',
  ).toEqual([]);

  // 2. The owner is right: whom the record named has got it, and nobody else.
  expect(doneForOthers(keyed, await accountsOf(lab)), 'what was done for somebody else').toEqual([]);

  // 3. The queue is empty, its books are balanced, and what is rejected stands on the screen.
  for (const { name, ledger, pending, rejected: waiting, leaving } of partitions) {
    if (!ledger) continue;
    const isRight = isBalanced(ledger, pending.length + leaving, waiting.length);
    expect(isRight, `${name}: ${JSON.stringify(ledger)}, rejected ${waiting.length}`).toBe(true);
  }
  if (rejected.length > 0) await expectVisiblyRejected(page, rejected);
}

async function expectVisiblyRejected(page: Page, rejected: readonly RejectedRecord[]): Promise<void> {
  await page.goto('/user/sync');
  await expect(page.getByRole('heading', { level: 1, name: 'Синхронизация' })).toBeVisible();
  for (const { record } of rejected) await expect(page.getByText(record.seen.title).first()).toBeVisible();
}

const nameOf = ({ key, kind, target_id: target }: Execution): string => `${key} ${kind} ${target}`;
