import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESSES_MAX } from '#contract/addresses.ts';
import { deliveryAddresses } from '#server/db/tables/addresses.ts';
import { readAddress } from '#server/features/addresses/addresses.commands.ts';
import { anAddress, bookOf, personWithBook, remove, save } from '#tests/addresses/book.ts';
import { addPerson, browserOf } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
const defaults = (book: readonly { id: number; is_default: boolean }[]) =>
  book.filter((one) => one.is_default).map(({ id }) => id);

describe('the book', () => {
  it('is empty at first; the first address is the one by default, and stands as on an envelope', async () => {
    const browser = await personWithBook(shop);
    expect(await bookOf(browser)).toEqual([]);
    const { body } = await save(browser, anAddress());
    expect(body).toMatchObject({ status: 'success', address: { ...anAddress(), is_default: true, building: '' } });
    expect(body.address.full).toBe('630091, Новосибирск, ул. Советская, 64, кв.\u00a018');
    expect(body.addresses).toEqual([body.address]);
    expect(await bookOf(browser)).toEqual([body.address]);
  });
  it('has one by default, whatever is saved: the wish passes on and is not taken back', async () => {
    const browser = await personWithBook(shop);
    const first = (await save(browser, anAddress())).body.address.id;
    const second = (await save(browser, anAddress({ title: 'Дача' }))).body.address.id;
    expect(defaults(await bookOf(browser))).toEqual([first]);
    await save(browser, anAddress({ id: second, is_default: true }));
    expect((await bookOf(browser)).map(({ id, is_default }) => [id, is_default])).toEqual([
      [second, true],
      [first, false],
    ]);
    await save(browser, anAddress({ id: second, title: 'Дача', is_default: false }));
    expect(defaults(await bookOf(browser))).toEqual([second]);
    await remove(browser, second);
    expect(defaults(await bookOf(browser))).toEqual([first]);
    await remove(browser, first);
    expect(await bookOf(browser)).toEqual([]);
  });
  it('changes an address whole: what is left out is empty', async () => {
    const browser = await personWithBook(shop);
    const { id } = (await save(browser, anAddress({ comment: 'Домофон 12' }))).body.address;
    const { flat: _flat, ...house } = anAddress({ id, title: ' Мама в\u00a0Барнауле ', house: ' 12А ' });
    const { address } = (await save(browser, house)).body;
    expect([address.id, address.title, address.house, address.flat, address.comment]).toEqual([
      id,
      'Мама в\u00a0Барнауле',
      '12А',
      '',
      '',
    ]);
  });
  it('finds the city of a name by itself, and keeps a place that is in no gazetteer', async () => {
    const browser = await personWithBook(shop);
    const named = await save(browser, anAddress({ city_id: null, city: 'барнаул' }));
    expect(named.body.address.city_id).toBe(19);
    const village = await save(browser, anAddress({ city_id: null, city: 'село Новая Заря' }));
    expect(village.body.address).toMatchObject({ city_id: null, city: 'село Новая Заря' });
  });
  it(`holds ${ADDRESSES_MAX} addresses; one more is refused in words, a change of one of them is not`, async () => {
    const userId = await addPerson(shop);
    const row = { userId, countryId: 1, postIndex: '630091', city: 'Томск', street: 'Мира', house: '1', recipientName: 'А', recipientPhone: '+79000000157', phoneCountry: 'ru' }; // prettier-ignore
    await shop.db.insert(deliveryAddresses).values(Array.from({ length: ADDRESSES_MAX }, () => row));
    const browser = await browserOf(shop, { userId });
    const full = await save(browser, anAddress());
    expect([full.http, full.body.code]).toEqual([200, 'limit_exceeded']);
    expect(full.body.message).toContain(String(ADDRESSES_MAX));
    const [one] = await bookOf(browser);
    expect((await save(browser, anAddress({ id: one!.id }))).body.status).toBe('success');
    expect(await bookOf(browser)).toHaveLength(ADDRESSES_MAX);
  });
});

describe('somebody else', () => {
  it('can neither change, nor remove, nor name an address of mine; nobody learns that it is there', async () => {
    const mine = await personWithBook(shop);
    const { id } = (await save(mine, anAddress())).body.address;
    const userId = await addPerson(shop);
    const stranger = await browserOf(shop, { userId });
    for (const { http, body } of [await save(stranger, anAddress({ id, title: 'Моё' })), await remove(stranger, id)])
      expect([http, body.status, body.code, body.message]).toEqual([
        200,
        'error',
        'not_found',
        'Такого адреса в вашей книге нет',
      ]);
    await expect(readAddress(shop.db, userId, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await bookOf(mine)).toMatchObject([{ id, title: 'Дом' }]);
    expect(await bookOf(stranger)).toEqual([]);
  });
  it('a stranger and a guest are asked to log in', async () => {
    const guest = await browserOf(shop);
    expect((await save(guest, anAddress())).body.code).toBe('auth_required');
  });
});

describe('repeats', () => {
  it('a save under one key adds one address, ten at once too', async () => {
    const userId = await addPerson(shop);
    const browser = await browserOf(shop, { userId });
    const headers = { 'idempotency-key': randomUUID(), 'x-client-user': String(userId) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(browser, anAddress(), headers)));
    const saved = answers.filter(({ body }) => body.status === 'success');
    expect(new Set(saved.map(({ body }) => body.address.id)).size).toBe(1);
    expect(await bookOf(browser)).toHaveLength(1);
  });
  it('ten wishes at once leave one by default', async () => {
    const browser = await personWithBook(shop);
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => save(browser, anAddress({ house: `${at + 1}`, is_default: true }))),
    );
    const book = await bookOf(browser);
    expect(book).toHaveLength(10);
    expect(defaults(book)).toHaveLength(1);
  });
  it('a second removal finds nothing', async () => {
    const browser = await personWithBook(shop);
    const { id } = (await save(browser, anAddress())).body.address;
    expect((await remove(browser, id)).body).toMatchObject({ status: 'success', addresses: [] });
    expect((await remove(browser, id)).body.code).toBe('not_found');
  });
});

describe('bad input', () => {
  it.each([
    ['nothing', {}, ['city', 'country_id', 'house', 'index', 'recipient', 'street']],
    ['an index of five digits', anAddress({ index: '63009' }), ['index']],
    ['a country without delivery', anAddress({ country_id: 2 }), ['country_id']],
    ['a city of another country', anAddress({ city_id: 49 }), ['city']],
    ['a city that is not there', anAddress({ city_id: 999_999 }), ['city']],
    ['a number too short', anAddress({ recipient: { name: 'Вера', phone: '+7900' } }), ['recipient.phone']],
    [
      'a number of another country',
      anAddress({ recipient: { name: 'Вера', phone: '+375294911911', phone_country: 'ru' } }),
      ['recipient.phone'],
    ],
    ['a name with digits', anAddress({ recipient: { name: 'Вера 2', phone: '+79000000157' } }), ['recipient.name']],
    [
      'a name of 41 letters',
      anAddress({ recipient: { name: 'я'.repeat(41), phone: '+79000000157' } }),
      ['recipient.name'],
    ],
    ['an endless street', anAddress({ street: 'у'.repeat(121) }), ['street']],
    ['a negative id', anAddress({ id: -1 }), ['id']],
    ['an id past the column', anAddress({ id: 2_147_483_648 }), ['id']],
  ])('%s', async (_what, body, fields) => {
    const { http, body: answer } = await save(await personWithBook(shop), body);
    expect([http, answer.code, Object.keys(answer.errors).toSorted()]).toEqual([200, 'validation', fields]);
  });
});
