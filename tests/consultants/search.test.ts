import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cities } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { addConsultant, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let tab: Browser;
let viewer: number;
let bySponsor: Record<'line1' | 'line2' | 'elsewhere', number>;
beforeAll(async () => {
  shop = await openShop();
  await shop.db
    .insert(cities)
    .values({ id: 3, title: 'Новосибирск', countryId: 1, lat: 55.03, lon: 82.92, utcOffset: 7 })
    .onConflictDoNothing();
  await addConsultant(shop, { consId: 1_000_001, name: 'Росток Семёнов' });
  viewer = await addConsultant(shop, { consId: 1_000_100, name: 'Мария Соколова' });
  const line1 = await addConsultant(shop, {
    consId: 1_000_101,
    name: 'Алёна Сёмина',
    cityId: 3,
    sponsorId: viewer,
    phone: '+79130000101',
    email: 'alena@mail.test',
    showContacts: true,
  });
  const line2 = await addConsultant(shop, { consId: 1_000_102, name: 'Пётр Семин', sponsorId: line1, phone: '+79130000102' }); // prettier-ignore
  const elsewhere = await addConsultant(shop, { consId: 4_000_103, name: 'Елена Семёнова', phone: '+79130000103' });
  await addConsultant(shop, { consId: 1_000_104, name: 'Семён Ушедший', active: false });
  await addConsultant(shop, { consId: 1_000_105, name: 'ООО «Лён 100%»', sponsorId: viewer });
  // A buyer of that name is no consultant.
  await shop.db.insert(users).values({ role: 'client', name: 'Семён Покупатель', phone: '+79130000106' });
  bySponsor = { line1, line2, elsewhere };
  tab = await browserOf(shop, { userId: viewer });
});
afterAll(() => shop.close());

const search = async (text: unknown, scope?: string) =>
  (await call(tab, 'POST', '/user/cons/search', { search: text, ...(scope ? { scope } : {}) })).body;
const names = async (text: string, scope?: string): Promise<string[]> =>
  (await search(text, scope)).items.map(({ name }: { name: string }) => name);

describe('among everybody', () => {
  it.each([
    ['сем', ['Пётр Семин', 'Алёна Сёмина', 'Елена Семёнова']],
    ['СЁМ', ['Пётр Семин', 'Алёна Сёмина', 'Елена Семёнова']],
    ['алена', ['Алёна Сёмина']],
    ['Сёмина Ал', ['Алёна Сёмина']],
    ['алёна семи', ['Алёна Сёмина']],
    ['се ал', ['Алёна Сёмина']],
    ['ал се', ['Алёна Сёмина']],
    ['семина пётр', []],
    ['лён ооо', []],
    ['100%» ооо «лён', ['ООО «Лён 100%»']],
    ['ООО', ['ООО «Лён 100%»']],
    ['ооо «лен 100%', ['ООО «Лён 100%»']],
    ['%%%', []],
    ['___', []],
    ["'; drop table users; --", []],
    ['<script>', []],
    ['соколова', []],
    ['росток', []],
  ])('%s', async (text, found) => {
    expect((await names(text)).toSorted()).toEqual(found.toSorted());
  });
  it.each([
    ['01000101', ['Алёна Сёмина']],
    ['1000101', ['Алёна Сёмина']],
    ['040', ['Елена Семёнова']],
    ['99999999', []],
    ['01000104', []],
    ['01000100', []],
  ])('number %s', async (text, found) => {
    expect(await names(text)).toEqual(found);
  });
  it('by a whole phone, and only who shows it', async () => {
    expect(await names('8 913 000-01-01')).toEqual(['Алёна Сёмина']);
    expect(await names('+7 913 000-01-02')).toEqual([]);
    expect(await names('+7 913 000-01-0')).toEqual([]);
  });
  it('tells number, name and city, no contacts', async () => {
    const { status, items } = await search('алёна');
    expect([status, items]).toEqual([
      1,
      [{ id: bySponsor.line1, cons_id: '01000101', name: 'Алёна Сёмина', city: 'Новосибирск', photo: null }],
    ]);
  });
  it('two words, each of which more people have than are read one by one', async () => {
    const named = (name: string, at: number, consId: number) => ({ role: 'cons' as const, consId: consId + at, name });
    await shop.db
      .insert(users)
      .values([
        ...Array.from({ length: 1020 }, (_, at) => named('Анна Обща', at, 5_000_000)),
        ...Array.from({ length: 1020 }, (_, at) => named('Яна Абакова', at, 5_100_000)),
        named('Яна Обща', 0, 5_200_000),
        named('Яна Мария Обща', 0, 5_200_001),
      ]);
    for (const text of ['обща яна', 'об ян', 'Яна обща', 'ян общ'])
      expect([text, (await names(text)).toSorted()]).toEqual([text, ['Яна Мария Обща', 'Яна Обща']]);
  });
  it('twenty at most', async () => {
    for (let at = 0; at < 25; at += 1) await addConsultant(shop, { name: `Двадцать ${at}` });
    expect((await search('двадцать')).items).toHaveLength(20);
  });
});

describe('in one’s own structure', () => {
  it('of all lines', async () => {
    expect(await names('сем', 'structure')).toEqual(['Пётр Семин', 'Алёна Сёмина']);
    expect(await names('+79130000102', 'structure')).toEqual(['Пётр Семин']);
    expect(await names('4000103', 'structure')).toEqual([]);
  });
  const add = (many: number, consId: number, name: string, sponsorId: number) =>
    shop.db
      .insert(users)
      .values(
        Array.from({ length: many }, (_, at) => ({ role: 'cons' as const, consId: consId + at, name, sponsorId })),
      );
  it('of a name that hundreds have too', async () => {
    await add(1029, 3_000_000, 'Иван Частый', bySponsor.elsewhere);
    await add(1, 3_001_029, 'Иван Частый', bySponsor.line2);
    expect((await search('частый', 'structure')).items).toMatchObject([{ cons_id: '03001029' }]);
  });
  it('the same in a structure of more people than are read at first', async () => {
    await add(1010, 3_010_000, 'Борис Ближний', bySponsor.line1);
    await add(1, 3_020_000, 'Глеб Редкий', bySponsor.line2);
    expect((await search('частый', 'structure')).items).toMatchObject([{ cons_id: '03001029' }]);
    expect(await names('редкий глеб', 'structure')).toEqual(['Глеб Редкий']);
    expect(await names('ближний', 'structure')).toHaveLength(20);
    // Too many of that name to look each of them up.
    await add(2000, 3_030_000, 'Иван Частый', bySponsor.elsewhere);
    expect((await search('частый', 'structure')).items).toMatchObject([{ cons_id: '03001029' }]);
    // The last of its branch and the last of its name: beyond both beginnings.
    await add(1, 3_040_000, 'Иван Частый', bySponsor.line2);
    expect((await search('частый', 'structure')).items).toMatchObject([
      { cons_id: '03001029' },
      { cons_id: '03040000' },
    ]);
    expect((await search('иван частый', 'structure')).items).toHaveLength(2);
  });
});

describe('bad input', () => {
  it.each([['ан'], ['  '], ['']])('%j is too little', async (text) => {
    expect(await search(text)).toMatchObject({
      status: 0,
      code: 'validation',
      errors: { search: [expect.any(String)] },
    });
  });
  it.each([[null], [12], [['семин']], ['с'.repeat(101)]])('%j is no text', async (text) => {
    expect(await search(text)).toMatchObject({ status: 0, code: 'validation' });
  });
  it('another scope', async () => {
    expect(await search('семин', 'world')).toMatchObject({ status: 0, errors: { scope: [expect.any(String)] } });
  });
});
