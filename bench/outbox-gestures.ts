import type { BrowserContext, Locator, Page } from '@playwright/test';

// How long a gesture takes to be durable and what it writes: half of the bench of the outbox.

const HEARTS = Number(process.env.HEARTS ?? 150);
const PIECES = Number(process.env.PIECES ?? 50);
export type Phone = { context: BrowserContext; page: Page };

/** Runs before the page's own code: when each write of a record was complete, and the bytes put into a person's database. */
export function watchWrites(): void {
  const log = { ends: [] as number[], bytes: 0 };
  Object.assign(globalThis, { outboxLog: log });
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    if (this.transaction.db.name.startsWith('u:')) {
      log.bytes += new TextEncoder().encode(JSON.stringify([key, value])).length;
      if (/(^|\/)ob:/.test(typeof key === 'string' ? key : ''))
        this.transaction.addEventListener('complete', () => log.ends.push(performance.now()));
    }
    return put.call(this, value, key);
  };
}
type Log = { ends: number[]; bytes: number };

type Gestures = { times: number[]; bytes: number };

/**
 * From the click's own event to the end of the transaction that keeps it, without a network: nothing else writes then.
 * Each tap is another product's, so that none of them collapses with one before.
 */
async function gestures(page: Page, button: Locator, count: number): Promise<Gestures> {
  const before = await waiting(page);
  const times: number[] = [];
  await page.evaluate(() => Object.assign((globalThis as unknown as { outboxLog: Log }).outboxLog, { bytes: 0 }));
  while (times.length < count) {
    // What the tap before has still to draw is not this one's time: nobody taps that fast.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 500 })));
    await bringIn(page, button);
    times.push(await tap(button.first()));
  }
  const bytes = await page.evaluate(() => (globalThis as unknown as { outboxLog: Log }).outboxLog.bytes);
  const kept = (await waiting(page)) - before;
  if (kept !== count) throw new Error(`${count} gestures are ${kept} records: some have collapsed`);
  return { times, bytes: bytes / count };
}

/** A button that has been tapped is another button from then on; the list draws what is near the screen only. */
async function bringIn(page: Page, button: Locator): Promise<void> {
  for (let tries = 0; (await button.count()) === 0; tries += 1) {
    if (tries > 200) throw new Error('too few products for so many gestures');
    await page.evaluate(() => scrollBy(0, innerHeight / 2));
    await page.waitForTimeout(50);
  }
}

function tap(button: Locator): Promise<number> {
  return button.evaluate(async (element) => {
    const { outboxLog } = globalThis as unknown as { outboxLog: Log };
    outboxLog.ends.length = 0;
    const began = performance.now();
    (element as HTMLElement).click();
    while (outboxLog.ends.length === 0) {
      if (performance.now() - began > 10_000) throw new Error('a tap has kept nothing');
      await new Promise((done) => setTimeout(done, 0));
    }
    return outboxLog.ends[0]! - began;
  });
}

/** Hearts and cart changes of a phone in aeroplane mode; ends online with an empty queue. */
export async function measureGestures({ context, page }: Phone): Promise<{ hearts: Gestures; pieces: Gestures }> {
  await context.setOffline(true);
  const hearts = await gestures(page, page.getByRole('button', { name: 'В избранное', pressed: false }), HEARTS);
  await page.evaluate(() => scrollTo(0, 0));
  const pieces = await gestures(page, page.getByRole('button', { name: 'В корзину', exact: true }), PIECES);
  await context.setOffline(false);
  // What follows measures a queue of its own.
  while ((await waiting(page)) > 0) await page.waitForTimeout(100);
  return { hearts, pieces };
}

/** Records that the person's queue holds. */
export async function waiting(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((one) => /^u:[0-9a-f]{24}$/.test(one));
    const open = indexedDB.open(name ?? '');
    const db = await new Promise<IDBDatabase>((done) => {
      open.onsuccess = () => done(open.result);
    });
    const asked = db.transaction('kv').objectStore('kv').count(IDBKeyRange.bound('ob:', 'ob:\uffff'));
    const count = await new Promise<number>((done) => {
      asked.onsuccess = () => done(asked.result);
    });
    db.close();
    return count;
  });
}
