import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCategories } from '#server/features/import/categories.rules.ts';
import { cleanDescription } from '#server/features/catalogue/clean-description.commands.ts';
import {
  consPriceOf,
  parseDimensions,
  parsePrice,
  parseStock,
  parseWeight,
} from '#server/features/import/feed-values.rules.ts';
import { parseArgs, sourceOfUrl } from '#server/features/import/import-args.rules.ts';
import { isPublicAddress } from '#server/features/import/public-address.ts';
import { decidePublished } from '#server/features/import/staged.rules.ts';
import { readFacts } from '#server/features/import/supplement.rules.ts';

const { assert } = fc;

describe('values of a feed', () => {
  it.each([
    ['8600.00', 860000],
    ['1040', 104000],
    ['99,9', 9990],
    ['0.01', 1],
    ['490.500', 49050],
  ])('reads the price %s', (text, kopecks) => {
    expect(parsePrice(text)).toEqual({ ok: true, value: kopecks });
  });
  it.each([
    ['', 'нет цены'],
    ['-5', 'цена меньше нуля: «-5»'],
    ['NaN', 'цена не число: «NaN»'],
    ['1e9', 'цена не число: «1e9»'],
    ['0', 'цена 0'],
    ['0.00', 'цена 0'],
    ['12.345', 'цена не число: «12.345»'],
    ['10000000.01', 'цена больше 10 млн ₽: «10000000.01»'],
    ['9'.repeat(400), `цена не число: «${'9'.repeat(60)}…»`],
  ])('refuses the price «%s»', (text, reason) => {
    expect(parsePrice(text)).toEqual({ ok: false, reason });
  });
  it('reads weights in kilograms as grams and dimensions in centimetres as millimetres', () => {
    expect(['0.200', '0,0001', '1.5', '', '0', '-1', '5000', 'x'].map(parseWeight)).toEqual([
      200,
      1,
      1500,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(parseDimensions('20.1/20.5/22.5')).toEqual([201, 205, 225]);
    expect(parseDimensions('20/20')).toBeNull();
  });
  it('reads stock; −1 is the suppliers’ «none»', () => {
    expect(['5', '-1', '2.9', '99999999', 'много'].map(parseStock)).toEqual([5, 0, 2, 1_000_000, undefined]);
  });
  it('gives the consultant price of the seed’s examples and never more than the price nor zero', () => {
    for (const [price, cons] of [
      [490, 380],
      [690, 530],
      [1290, 990],
      [1990, 1530],
      [790, 610],
    ] as const)
      expect(consPriceOf(price * 100, 770)).toBe(cons * 100);
    assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 1, max: 1000 }), (price, ratio) => {
        const cons = consPriceOf(price, ratio);
        return Number.isInteger(cons) && cons > 0 && cons <= price;
      }),
    );
  });
});

describe('categories', () => {
  const category = (id: string, parentId: string, line: number, title = `К${id}`) => ({ id, parentId, line, title });
  it('puts parents first whatever the feed’s order, and keeps text ids', () => {
    const plan = planCategories([
      category('3', '2', 1),
      category('2', '999999999999999999', 2),
      category('999999999999999999', '', 3),
    ]);
    expect(plan.ordered.map(({ key, parentKey }) => [key, parentKey])).toEqual([
      ['999999999999999999', null],
      ['2', '999999999999999999'],
      ['3', '2'],
    ]);
  });
  it('cuts circles and unknown parents with a note, refuses twins and nameless ones with a line', () => {
    const plan = planCategories([
      category('1', '2', 1),
      category('2', '3', 2),
      category('3', '1', 3),
      category('4', '4', 4),
      category('5', 'нет', 5),
      category('1', '', 6),
      category('7', '', 7, ' '),
      category('', '', 8),
    ]);
    expect(plan.notes.map(({ line, text }) => `${line} ${text}`)).toEqual([
      '3 категория «3»: родители идут по кругу, поставлена верхней',
      '4 категория «4»: родители идут по кругу, поставлена верхней',
      '5 категория «5»: нет родителя «нет», поставлена верхней',
    ]);
    expect(plan.refused).toEqual([
      { line: 6, reason: 'категория «1»: такой id уже есть в строке 1' },
      { line: 7, reason: 'категория «7»: нет названия' },
      { line: 8, reason: 'категория «К»: нет id' },
    ]);
  });
  it('orders any graph so that parents precede children', () => {
    assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 60 }), (links) => {
        const seen = new Set<string>();
        for (const { key, parentKey } of planCategories(
          links.map(([id, parent], line) => category(`${id}`, `${parent}`, line)),
        ).ordered) {
          if (parentKey !== null && !seen.has(parentKey)) return false;
          seen.add(key);
        }
        return true;
      }),
    );
  });
  it('survives a chain of 20,000', () => {
    const plan = planCategories(
      Array.from({ length: 20_000 }, (_, at) => category(`${at}`, at === 0 ? '' : `${at - 1}`, at)),
    );
    expect(plan.ordered).toHaveLength(20_000);
  });
});

describe('description', () => {
  it.each([
    ['простой\nтекст <5 мг & «к»\n\nвторой', '<p>простой<br>текст &lt;5 мг &amp; «к»</p><p>второй</p>'],
    ['&nbsp;&laquo;А&raquo;', '<p>«А»</p>'],
    ['<h2>Состав</h2><div>мята<div>чай</div></div>', '<p>Состав</p><p>мята</p><p>чай</p>'],
    ['<ul><li>раз<li>два<ul><li>три</ul></ul>', '<ul><li>раз</li><li>два<ul><li>три</li></ul></li></ul>'],
    [
      '<strong>да</strong> <a href="https://e.ru/?a=1&b=2" onclick="x()">тут</a>',
      '<p><b>да</b> <a href="https://e.ru/?a=1&amp;b=2" rel="nofollow">тут</a></p>',
    ],
  ])('keeps the sense of %s', (source, html) => {
    expect(cleanDescription(source)).toBe(html);
  });
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="  JaVaScRiPt:alert(1)">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<svg onload=alert(1)>',
    '<math><mtext><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<p style="x" class="y" onmouseover="z">t</p>',
    '<iframe src="https://e.ru"></iframe>',
    '<form action="https://e.ru"><input name=a></form>',
    '<b '.repeat(500),
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
  ])('lets nothing active through: %s', (source) => {
    expect(cleanDescription(source)).not.toMatch(/<(?!\/?(p|br|b|ul|ol|li)>|a href="https?:|\/a>)/);
    expect(cleanDescription(source)).not.toMatch(/<[^>]*(on\w+=|style=|class=|javascript:)/i);
  });
  it('gives balanced allowed tags for any tag soup', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<a href="https://e.ru">',
      '</a>',
      '<ul>',
      '</ul>',
      '<ol>',
      '</ol>',
      '<li>',
      '</li>',
      '<div>',
      '</div>',
      '<br>',
      '<td>',
      'т',
      ' ',
      '\n',
    );
    assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const stack: string[] = [];
        for (const [, slash, tag] of cleanDescription(`<i></i>${pieces.join('')}`).matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
          if (tag === 'br') continue;
          if (slash === '') {
            if (tag === 'p' && stack.length > 0) return false;
            if (tag === 'li' && !['ul', 'ol'].includes(stack.at(-1) ?? '')) return false;
            stack.push(tag ?? '');
          } else if (stack.pop() !== tag) return false;
        }
        return stack.length === 0;
      }),
      { numRuns: 500 },
    );
  });
});

describe('supplements', () => {
  const facts = (params: [string, string][]) =>
    readFacts(
      params.map(([name, value]) => ({ name, value })),
      { vendor: 'Завод', country: '', age: '' },
    );
  it('knows a supplement by a param only', () => {
    expect(
      [facts([['БАД', 'да']]), facts([['СГР', 'RU.77']]), facts([['БАД', 'нет']]), facts([['Тип', 'БАД']])].map(
        (one) => one.isBad,
      ),
    ).toEqual([true, true, false, false]);
  });
  it('splits the composition outside brackets and leaves the table what it knows no place for', () => {
    const read = facts([
      ['Состав', 'магния цитрат, желатин (капсула, вода), E551.'],
      ['Цвет', 'белый'],
      ['Объём', '50 мл'],
    ]);
    expect(read.composition).toEqual(['магния цитрат', 'желатин (капсула, вода)', 'E551']);
    expect(read.params.map((param) => param.name)).toEqual(['Цвет', 'Объём']);
  });
  it('shows again what the importer hid, never what the owner hid', () => {
    expect(decidePublished([], { published: false, withheld: 'missing' })).toEqual({ published: true, withheld: null });
    expect(decidePublished([], { published: false, withheld: 'compliance' })).toEqual({
      published: true,
      withheld: null,
    });
    expect(decidePublished([], { published: false, withheld: null })).toEqual({ published: false, withheld: null });
    expect(decidePublished(['СГР'], { published: true, withheld: null })).toEqual({
      published: false,
      withheld: 'compliance',
    });
  });
});

it.each([
  ['8.8.8.8', true],
  ['93.184.216.34', true],
  ['2a00:1450:4010:c0e::71', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fd00::1', false],
  ['fc00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['ff02::1', false],
  ['localhost', false],
  ['', false],
])('judges the address %s: public %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe('command line', () => {
  it('reads the options in any order', () => {
    expect(parseArgs(['--dry-run', 'a.xml', '--source', 'Лавка', '--cons-ratio=0,77', '--hide-missing'])).toEqual({
      kind: 'ok',
      options: { file: 'a.xml', isDryRun: true, source: 'лавка', consRatioMilli: 770, hideMissing: true },
    });
  });
  it.each([
    [[]],
    [['a', 'b']],
    [['a', '--cons-ratio', '1.2']],
    [['a', '--cons-ratio', '0']],
    [['a', '--source', '../x']],
    [['a', '--dry']],
  ])('refuses %j', (args) => {
    expect(parseArgs(args).kind).toBe('wrong');
  });
  it('names the source by the shop’s host', () => {
    expect(
      [
        'https://www.islandgift.ru/',
        'shop.example',
        'https://карсаман.рф/',
        'http://localhost',
        'просто слова',
        '',
      ].map(sourceOfUrl),
    ).toEqual(['www.islandgift.ru', 'shop.example', 'xn--80aaa1bmhri.xn--p1ai', null, null, null]);
  });
});
