import { unzipSync, strFromU8 } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryRow } from '#contract/bonus-history.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import { grantBonus, postLedger } from '#server/features/accounts/accounts.commands.ts';
import type { LedgerEntry, Movement } from '#server/features/accounts/ledger.rules.ts';
import { addConsultant, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// The history of accounts: docs/product/money.md#history.
const { LS, KS } = ACCOUNT_TYPES;
let shop: TestShop;
let person: number;
let other: number;
let browser: Browser;
let theirs: Browser;

let last = 0;
const post = (more: Pick<Movement, 'kind' | 'at' | 'entries'> & Partial<Movement>) =>
  shop.db.transaction((tx) =>
    postLedger(tx, { key: `history:${(last += 1)}`, ref: { type: 'desk', id: 1 }, actor: 'test', reason: 'Исправлено по заявлению', ...more }),
  ); // prettier-ignore
const mine = (type: 0 | 1, amountKop: number): LedgerEntry => ({ account: { ownerId: person, type }, amountKop });
const house = (name: 'commission' | 'sales' | 'card' | 'corrections', amountKop: number): LedgerEntry => ({ account: { house: name }, amountKop }); // prettier-ignore
const at = (day: string): Date => new Date(`${day}+03:00`);

beforeAll(async () => {
  shop = await openShop();
  person = await addConsultant(shop, { name: 'Мария Соколова' });
  other = await addConsultant(shop, { name: 'Игорь Павлов' });
  browser = await browserOf(shop, { userId: person });
  theirs = await browserOf(shop, { userId: other });
  await post({ kind: 'commission', at: at('2026-10-10T00:20:00'), ref: { type: 'period', id: 202609 }, period: 202609, entries: [mine(KS, 500_000), house('commission', -500_000)] }); // prettier-ignore
  await post({ kind: 'transfer', at: at('2026-10-12T10:00:00'), ref: { type: 'transfer', id: 5 }, entries: [mine(KS, -100_000), mine(LS, 100_000)] }); // prettier-ignore
  await post({ kind: 'transfer', at: at('2026-10-31T23:59:59.999'), ref: { type: 'transfer', id: 6 }, entries: [mine(LS, -40_000), { account: { ownerId: other, type: LS }, amountKop: 40_000 }] }); // prettier-ignore
  await post({ kind: 'deposit', at: at('2026-11-01T00:00:00'), ref: { type: 'payment', id: 8841 }, entries: [mine(LS, 20_000), house('card', -20_000)] }); // prettier-ignore
  await shop.db.transaction((tx) =>
    grantBonus(tx, { key: 'history:gift', ownerId: person, amountKop: 5000, expiresAt: at('2027-02-12T23:59:59'), kind: 'promo_bonus', ref: { type: 'promo', id: 1 }, actor: 'test', reason: 'Подарок', at: at('2026-11-02T00:00:00') }),
  ); // prettier-ignore
  await post({
    kind: 'correction',
    at: at('2026-11-03T00:00:00'),
    entries: [mine(LS, -100), house('corrections', 100)],
  });
});
afterAll(() => shop.close());

const historyOf = async (query = '', who = browser) => (await call(who, 'GET', `/user/bonus-history${query}`)).body;
const short = ({ account_type: type, title, amount, balance_after: rest }: HistoryRow) => [type, title, amount, rest];

it('tells every movement, the newest first, with what it left, what it is about, and nobody’s whole name', async () => {
  const { items, total, next } = await historyOf();
  expect(items.map(short)).toEqual([
    [0, 'Исправлено по заявлению', -100, 79_900],
    [2, 'Бонус акции', 5000, 5000],
    [0, 'Пополнение, Банковской картой', 20_000, 80_000],
    [0, 'Перевод: Игорь П.', -40_000, 60_000],
    [0, 'Перевод с другого своего счёта', 100_000, 100_000],
    [1, 'Перевод на ЛС', -100_000, 400_000],
    [1, 'Бонус за сентябрь 2026', 500_000, 500_000],
  ]);
  expect([total, next]).toEqual([7, null]);
  expect(items[1]).toMatchObject({ kind: 'gift', expires_at: '2027-02-12T20:59:59.000Z', ref: null });
  expect(items[2]).toMatchObject({ kind: 'deposit', month: 202611, ref: { type: 'payment', id: 8841 } });
  expect(items[6]).toMatchObject({ kind: 'bonus', month: 202610, ref: { type: 'period', id: 202609 }, is_own: false });
  expect((await historyOf('', theirs)).items.map(short)).toEqual([[0, 'Перевод от: Мария С.', 40_000, 40_000]]);
});

it('sums months in Moscow, without what went between one’s own accounts', async () => {
  expect((await historyOf()).months).toEqual([
    { month: 202611, income: 25_000, outgo: 100, count: 3 },
    { month: 202610, income: 500_000, outgo: 40_000, count: 4 },
  ]);
});

it('is filtered by account, kind and months, and refuses what is none', async () => {
  const titles = async (query: string) => (await historyOf(query)).items.map(({ title }: HistoryRow) => title);
  expect(await titles('?account=1')).toEqual(['Перевод на ЛС', 'Бонус за сентябрь 2026']);
  expect(await titles('?kind=transfer&account=0')).toEqual(['Перевод: Игорь П.', 'Перевод с другого своего счёта']);
  expect(await titles('?period=202611&account=0')).toEqual([
    'Исправлено по заявлению',
    'Пополнение, Банковской картой',
  ]);
  expect((await historyOf('?period=202610&till=202611')).total).toBe(7);
  expect((await historyOf('?period=202612')).items).toEqual([]);
  for (const query of ['?account=3', '?kind=salary', '?period=202613x', '?after=-1', '?after=1.5'])
    expect((await call(browser, 'GET', `/user/bonus-history${query}`)).http).toBe(400);
});

it('goes on by the last row, also where many are of one moment', async () => {
  const moment = at('2026-11-20T12:00:00');
  for (let i = 0; i < 60; i += 1)
    await post({ kind: 'correction', at: moment, entries: [mine(LS, 1), house('corrections', -1)] });
  const first = await historyOf();
  expect([first.items.length, first.total]).toEqual([50, 67]);
  const second = await historyOf(`?after=${first.next}`);
  expect([second.items.length, second.next]).toEqual([17, null]);
  const ids = [...first.items, ...second.items].map(({ id }: HistoryRow) => id);
  expect(new Set(ids).size).toBe(67);
  // Somebody else's row is no place to go on from.
  const [foreign] = (await historyOf('', theirs)).items;
  expect((await historyOf(`?after=${foreign.id}`)).items).toEqual([]);
});

it('is exported by the same filters: sums stay numbers in xlsx, and csv reads in Excel', async () => {
  const fetched = (query: string) => browser(`/make-export/bonus-history${query}`, {});
  const xlsx = await fetched('?account=1');
  expect(xlsx.headers.get('content-disposition')).toContain('istoriya_schetov_2026-11-21.xlsx');
  const files = unzipSync(new Uint8Array(await xlsx.arrayBuffer()));
  const sheet = strFromU8(Object.entries(files).find(([name]) => name.includes('sheet1'))![1]);
  expect(sheet).toContain('Бонус за сентябрь 2026');
  expect(sheet).toMatch(/<v>5000(\.00)?<\/v>/);
  const csv = await (await fetched('?format=csv&kind=deposit')).text();
  expect(csv).toContain('Пополнение, Банковской картой');
  expect(csv).toContain('200,00');
  expect(csv).not.toContain('Бонус');
  expect((await browser('/make-export/bonus-history?format=pdf', {})).status).toBe(400);
});
