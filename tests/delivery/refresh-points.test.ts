import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { pickupPoints } from '#server/db/tables/delivery.ts';
import { dropQuotes, refreshCarrier, refreshPoints } from '#server/features/delivery/delivery.jobs.ts';
import { writeQuotes } from '#server/features/delivery/delivery.queries.ts';
import { gateOf } from '#server/gates/carriers/carriers.ts';
import { CarrierError, type Carrier, type CarrierPoint } from '#server/gates/carriers/port.ts';
import { openGates } from '#server/gates/gates.ts';
import { addPoint } from '#tests/delivery/delivery-shop.ts';
import { openShop, type TestShop, testEnv } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const point = (id: string, more: Partial<CarrierPoint> = {}): CarrierPoint => ({
  type: 26, id, gateType: 'pvz', name: 'Магазин', address: 'Барнаул, Мира, 3', countryId: 1, postIndex: '', lat: 53.35, lon: 83.78,
  schedule: '', hours: null, phone: null, maxGrams: null, payCard: true, payCash: false, note: null, rate: null, ...more,
}); // prettier-ignore
const carrier = (parts: () => AsyncGenerator<CarrierPoint[]>): Carrier => ({
  name: 'five',
  types: [26],
  quote: () => Promise.resolve(null),
  points: parts,
});
/** Runs one night's list; `break` ends it with a failure. */
async function night(...parts: (CarrierPoint[] | 'break')[]): Promise<void> {
  shop.clock.now = new Date(shop.clock.now.getTime() + 86_400_000);
  const list = async function* () {
    for (const part of parts) {
      await Promise.resolve();
      if (part === 'break') throw new CarrierError('HTTP 500');
      yield part;
    }
  };
  const gates = { ...openGates(shop.db, testEnv()), carriers: gateOf([carrier(list)]) };
  const work = { db: shop.db, jobs: shop.jobs, gates, env: shop.env, now: () => shop.clock.now, signal: new AbortController().signal }; // prettier-ignore
  await refreshCarrier.handle(work, { carrier: 'five' });
}
const openIds = async (): Promise<string[]> =>
  (await shop.db.select({ id: pickupPoints.id }).from(pickupPoints).where(sql`closed_at is null`)).map(({ id }) => id).toSorted(); // prettier-ignore

describe('a carrier’s list of points, every night', () => {
  it('opens what it names, closes what it does not, the demo’s points too, and opens again what comes back', async () => {
    await addPoint(shop, { id: '5P-19-01', isDemo: true, seenAt: shop.clock.now });
    await addPoint(shop, { id: 'CO-1', deliveryType: 3, seenAt: shop.clock.now });
    await night([point('a'), point('b')], [point('c')]);
    expect(await openIds()).toEqual(['CO-1', 'a', 'b', 'c']);
    await night([point('a'), point('b', { address: 'Барнаул, Ленина, 1' })]);
    expect(await openIds()).toEqual(['CO-1', 'a', 'b']);
    await night([point('a'), point('b'), point('c')]);
    expect(await openIds()).toEqual(['CO-1', 'a', 'b', 'c']);
  });
  it('twice in one list is once, and a second run changes nothing', async () => {
    await night([point('a'), point('a', { name: 'Второй раз' })]);
    const rows = await shop.db.select().from(pickupPoints);
    expect(rows.map(({ id, name, cityId, utcOffset }) => [id, name, cityId, utcOffset])).toEqual([['a', 'Второй раз', 19, 7]]); // prettier-ignore
  });
  it('far from every city a point has none, beyond a border neither', async () => {
    await night([point('far', { lat: 70, lon: 100 }), point('abroad', { lat: 43.24, lon: 76.95 })]);
    expect((await shop.db.select().from(pickupPoints)).map(({ cityId }) => cityId)).toEqual([null, null]);
  });
  it('is a stranger’s text: zero bytes, endless words and places that are nowhere do no harm', async () => {
    await night([
      point('a', { note: `два\u0000слова\n${'x'.repeat(1000)}`, address: 'у'.repeat(1000) }),
      point('sea', { lat: 0, lon: 0 }),
      point('sky', { lat: 91 }),
    ]);
    const rows = await shop.db.select().from(pickupPoints);
    expect(rows.map(({ id, note, address }) => [id, note?.slice(0, 11), note?.length, address.length])).toEqual([['a', 'два слова x', 300, 300]]); // prettier-ignore
  });
  it('that breaks off closes nothing', async () => {
    await night([point('a'), point('b')]);
    await expect(night([point('a')], 'break')).rejects.toThrow('HTTP 500');
    expect(await openIds()).toEqual(['a', 'b']);
  });
  it('that is suddenly far too short, or empty, closes nothing and is tried again', async () => {
    await night(Array.from({ length: 10 }, (_none, at) => point(`p${at}`)));
    await expect(night([point('p1')])).rejects.toThrow('a list of 1 points where 10 are open');
    await expect(night([])).rejects.toThrow('a list of 0 points');
    expect(await openIds()).toHaveLength(10);
  });
  it('of a carrier whose settings have gone is not asked for', async () => {
    const gates = openGates(shop.db, testEnv());
    const work = { db: shop.db, jobs: shop.jobs, gates, env: shop.env, now: () => shop.clock.now, signal: new AbortController().signal }; // prettier-ignore
    await expect(refreshCarrier.handle(work, { carrier: 'five' })).resolves.toBeUndefined();
  });
});

describe('around it', () => {
  const work = (more: object = {}) => ({ db: shop.db, jobs: shop.jobs, gates: openGates(shop.db, shop.env), env: shop.env, now: () => shop.clock.now, signal: new AbortController().signal, ...more }); // prettier-ignore
  it('the night sends a job per carrier that has a list', async () => {
    const env = testEnv({ CDEK_ID: 'id', CDEK_SECRET: 's', FIVEPOST_KEY: 'k', POCHTA_TARIFF: 'on' });
    const sent: unknown[] = [];
    const jobs = { ...shop.jobs, send: (...args: unknown[]) => Promise.resolve(void sent.push(args[2])) };
    await refreshPoints.handle(work({ jobs, gates: openGates(shop.db, env) }), {});
    expect(sent).toEqual([{ carrier: 'cdek' }, { carrier: 'fivepost' }]);
  });
  it('quotes of over an hour are dropped', async () => {
    const quote = { owner: '1', deliveryType: 11, fingerprint: 'f', costKop: 1, costGateKop: null, daysMin: null, daysMax: null }; // prettier-ignore
    const before = (minutes: number) => new Date(shop.clock.now.getTime() - minutes * 60_000);
    await writeQuotes(shop.db, [quote], before(61));
    await writeQuotes(shop.db, [{ ...quote, owner: '2' }], before(59));
    await dropQuotes.handle(work(), {});
    expect((await shop.db.execute(sql`select owner from delivery_quotes`)).rows).toEqual([{ owner: '2' }]);
  });
});
