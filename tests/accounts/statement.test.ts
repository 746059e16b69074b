import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawStatement, type StatementRow } from '#server/features/accounts/statement/draw-statement.ts';
import { LS, NOW, pay } from '#tests/accounts/ledger-people.ts';
import { addConsultant, type Browser, browserOf } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/money.md#statement. Contents: 1 the file, 2 the paper

let shop: TestShop;
let tab: Browser;
let me: number;
beforeAll(async () => {
  shop = await openShop();
  shop.clock.now = NOW;
  me = await addConsultant(shop, { name: 'Мария Соколова', email: 'maria@mail.test' });
  tab = await browserOf(shop, { userId: me });
});
afterAll(() => shop.close());
const get = (period: string | number) => tab(`/make-export/statement?period=${period}`);
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

describe('the file', () => {
  it("is one's own month, and nobody else's", async () => {
    await pay(shop.db, me, LS, 100_000);
    const answer = await get(202611);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain('vypiska_202611.pdf');
    const mine = await bytesOf(answer);
    expect(mine.subarray(0, 5).toString()).toBe('%PDF-');
    expect(mine.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
    const stranger = await browserOf(shop, { userId: await addConsultant(shop, { name: 'Мария Соколова' }) });
    const theirs = await bytesOf(await stranger('/make-export/statement?period=202611'));
    // Another person's is another paper: a row less.
    expect(contentOf(mine).length).toBeGreaterThan(contentOf(theirs).length);
  });
  it('is refused for a month that has not begun, for no month and for a guest', async () => {
    expect((await get(202701)).status).toBe(404);
    for (const period of ['', 'ноябрь', '202613.5', '-202611']) expect((await get(period)).status).toBe(400);
    expect((await (await browserOf(shop, {}))('/make-export/statement?period=202611')).status).toBe(401);
  });
});

/** What is drawn, unpacked: operators of the pages. */
function contentOf(pdf: Buffer): string {
  const parts: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    const end = pdf.indexOf('\nendstream', at);
    try {
      const text = inflateSync(pdf.subarray(at + 7, end)).toString('latin1');
      if (text.includes('TJ') || text.includes(' l\n')) parts.push(text);
    } catch {
      // A font.
    }
  }
  return parts.join('');
}
const row = (n: number, title = 'Оплата заказа'): StatementRow => ({
  day: '21.11.26', type: 0, title, about: `Заказ № ${30_000 + n}`, amountKop: -n, balanceKop: 1_000_000 - n,
}); // prettier-ignore
async function* rows(count: number, title?: string) {
  for (let n = 1; n <= count; n += 1) yield row(n, title);
}
const draw = async (list: AsyncIterable<StatementRow>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  const sums = [{ type: 0 as const, openedKop: 5, incomeKop: 10, outgoKop: 15 }];
  for await (const part of drawStatement({
    shopName: 'Росток',
    month: 'ноябрь 2026',
    holder: 'Мария',
    madeOn: '23.11.26',
    sums,
    rows: list,
  }))
    // prettier-ignore
    parts.push(part as Buffer);
  return Buffer.concat(parts);
};

describe('the paper', () => {
  it('has as many pages as its rows need, and says when there are none', async () => {
    expect(pagesIn(await draw(rows(0)))).toBe(1);
    expect(pagesIn(await draw(rows(200)))).toBeGreaterThan(4);
  });
  it('takes words that are long and letters that its font lacks', async () => {
    const long = `${'ოლიკო'} ${'Долгое слово '.repeat(10)} ${'ы'.repeat(300)}`;
    expect(pagesIn(await draw(rows(40, long)))).toBeGreaterThan(pagesIn(await draw(rows(40))));
  });
  it('breaks off when its rows do: half a paper must not look whole', async () => {
    async function* broken() {
      yield row(1);
      throw new Error('the database is away');
    }
    await expect(draw(broken())).rejects.toThrow('the database is away');
  });
});
