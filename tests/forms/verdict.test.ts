import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveAddress } from '#contract/addresses.ts';
import { PHONE_COUNTRIES } from '#contract/phones.ts';
import { judgeBody } from '#contract/judge.ts';
import { anAddress, personWithBook, save } from '#tests/addresses/book.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import type { Browser } from '#tests/cart/shop-people.ts';

// What a form says before it sends and what the shop says of the same body are one verdict, to the word
// (docs/decisions/210-one-form.md). The shop is the real one, with its real database.

let shop: TestShop;
let browser: Browser;
beforeAll(async () => {
  shop = await openShop();
  browser = await personWithBook(shop);
});
afterAll(() => shop.close());

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
const phone = fc.oneof(
  fc.tuple(fc.constantFrom(...PHONE_COUNTRIES), digits(7, 12)).map(([{ dialCode }, rest]) => `+${dialCode}${rest}`),
  fc.constantFrom('', '+', '+79000000157', '+77710009998', ' +375294911911 ', '89000000157', '+7 900 000-01-57'),
);
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u00a0',
    'Анна',
    'Anna-Мария',
    'О’Нил',
    'ё',
    '\u0000',
    'а\u0000б',
    '\ud800',
    'я'.repeat(40),
  ),
  fc.string({ unit: fc.constantFrom(...'абвЯЁё xyzZ-0.’\t\n'), maxLength: 45 }),
  fc.string({ maxLength: 130 }),
);
const odd = fc.oneof(fc.constantFrom(null, undefined, 0, -1, 1.5, true, [], {}), fc.string({ maxLength: 3 }));
const mostly = <T>(usual: fc.Arbitrary<T>) => fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });
const place = fc.record(
  {
    title: mostly(text),
    country_id: mostly(fc.constantFrom(1, 4, 11, 2)),
    city_id: mostly(fc.oneof(fc.integer({ min: 0, max: 70 }), fc.constant(null))),
    index: mostly(digits(5, 7)),
    region: mostly(text),
    city: mostly(text),
    street: mostly(text),
    house: mostly(text),
    building: mostly(text),
    flat: mostly(text),
    recipient: mostly(
      fc.record(
        { name: mostly(text), phone: mostly(phone), phone_country: mostly(fc.constantFrom('ru', 'kz', 'by', 'us')) },
        { requiredKeys: ['name', 'phone'] },
      ),
    ),
    comment: mostly(text),
    is_default: mostly(fc.boolean()),
  },
  { requiredKeys: [] },
);
/** Half of them begin with a whole address, so that single faults and none are as frequent as ruins. */
const body = fc.oneof(
  place,
  place.chain((wild) =>
    fc.subarray(Object.keys(wild), { maxLength: 2 }).map((chosen) => ({
      ...anAddress(),
      ...Object.fromEntries(Object.entries(wild).filter(([name]) => chosen.includes(name))),
    })),
  ),
);

it('the form’s verdict is the shop’s', async () => {
  const seen = { passed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const { errors } = judgeBody(saveAddress, sent);
      const { body: answer } = await save(browser, sent);
      seen[errors ? 'refused' : 'passed'] += 1;
      // Nothing but the full book, which the phone cannot know, stands in the way of what the form lets pass.
      expect(['success', 'validation', 'limit_exceeded']).toContain(answer.code ?? answer.status);
      expect(answer.errors).toEqual(errors);
    }),
    { numRuns: 400 },
  );
  // Both verdicts were really met.
  expect(Math.min(seen.passed, seen.refused)).toBeGreaterThan(20);
});
