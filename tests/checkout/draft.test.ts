import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckoutDraft, LastOrder } from '#src/features/checkout/checkout.types.ts';
import { emptyDraft, readDraft, readLast } from '#src/features/checkout/draft.rules.ts';

// Stored data is read tolerantly; docs/product/checkout.md#draft.

const place: CheckoutDraft['place'] = {
  city: 'Новосибирск',
  region: 'Новосибирская область',
  lat: 55.03,
  lon: 82.92,
  address: { country_id: 1, city_id: 3, index: '630000', street: 'Советская', house: '64' },
};
const full: CheckoutDraft = {
  ...emptyDraft({ name: 'Анна', phone: '+79123456789', email: 'anna@mail.ru' }),
  where: 'Новосибирск, Советская, 64',
  place,
  way: { type: 11, mode: 'gate' },
  points: { 11: { id: 'N1', gateType: 'pvz', name: '', address: 'ул. Ленина, 8', schedule: '', distance: 10 } },
  payment: 5,
  comment: 'Позвоните за час',
  debitUse: true,
  step: 'payment',
};

describe('a stored draft', () => {
  it('comes back as it was', () => expect(readDraft(structuredClone(full), {})).toEqual(full));
  it('what the account knows fills only what is empty', () => {
    const known = { name: 'Мария', phone: '+79000000157', email: 'm@mail.ru' };
    expect(readDraft({ ...full, recipient: { name: 'Анна', phone: '', email: '' } }, known).recipient).toEqual({
      name: 'Анна',
      phone: '+79000000157',
      email: 'm@mail.ru',
    });
  });
  it.each([
    ['another version', { ...full, v: 2 }],
    ['no object', 'draft'],
    ['nothing', undefined],
  ])('%s: begins anew', (_name, kept) => expect(readDraft(kept, {})).toEqual(emptyDraft()));
  it.each([
    ['a place without a city', { place: { ...place, address: { country_id: 1 } } }, 'place'],
    ['a way that does not exist', { way: { type: 99, mode: 'gate' } }, 'way'],
    ['a payment in words', { payment: '5' }, 'payment'],
  ] as const)('%s is left out, the rest stays', (_name, broken, field) => {
    const read = readDraft({ ...full, ...broken }, {});
    expect(read[field]).toBeNull();
    expect(read.comment).toBe(full.comment);
  });
  it('never throws, and always gives a whole draft', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(full)), fc.anything()), (kept) => {
        const read = readDraft({ ...kept, v: 1 }, {});
        expect(Object.keys(read).toSorted()).toEqual(Object.keys(full).toSorted());
        expect(typeof read.recipient.name).toBe('string');
      }),
    );
  });
});

describe('the last order', () => {
  const last: LastOrder = {
    v: 1,
    recipient: full.recipient,
    where: full.where,
    place,
    door: full.door,
    way: full.way,
    points: full.points,
    payment: 5,
    consent: { version: '2026-11-01', at: '2026-11-22T10:00:00.000Z' },
    carrier: { version: '2026-11-23', at: '2026-11-23T10:00:00.000Z' },
  };
  it('comes back as it was', () => expect(readLast(structuredClone(last))).toEqual(last));
  it('of an earlier build knows of no consent for a carrier: it is asked for', () => {
    const { carrier: _unknown, ...earlier } = last;
    expect(readLast(earlier)).toEqual({ ...last, carrier: null });
  });
  it.each([
    ['without a place', { ...last, place: null }],
    ['without a way', { ...last, way: null }],
    ['without a payment', { ...last, payment: null }],
    ['without a consent', { ...last, consent: undefined }],
    ['nothing', null],
  ])('%s there are the usual steps', (_name, kept) => expect(readLast(kept)).toBeNull());
});
