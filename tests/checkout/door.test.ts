import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress } from '#contract/address-line.ts';
import { type DeliveryType, isFlatMissing, isToDoor } from '#contract/delivery-types.ts';
import type { CheckoutDraft, Mode, PlaceDraft } from '#src/features/checkout/checkout.types.ts';
import { addressToSend, doorOfPlace, emptyDoor, flatError, lineWithFlat } from '#src/features/checkout/door.rules.ts';
import { emptyDraft, readDraft } from '#src/features/checkout/draft.rules.ts';

// What a courier has to know beside street and house; docs/product/checkout.md#door, docs/decisions/611.

const placeAt = (address: Partial<PlaceDraft['address']> = {}): PlaceDraft => ({
  city: 'Новосибирск',
  region: '',
  lat: 55,
  lon: 83,
  address: { country_id: 1, city_id: 3, index: '630000', street: 'ул. Советская', house: '64', ...address },
});
const draftWith = (type: DeliveryType, mode: Mode, more: Partial<CheckoutDraft> = {}): CheckoutDraft => ({
  ...emptyDraft(),
  place: placeAt(),
  way: { type, mode },
  ...more,
});
const MISSING = 'Укажите квартиру или отметьте «Частный дом»';

describe('to the door', () => {
  it.each<[string, DeliveryType, Mode, string | null]>([
    ['СДЭК', 11, 'door', MISSING],
    ['Яндекс', 27, 'door', MISSING],
    ['the own courier', 20, 'door', MISSING],
    ['a point of СДЭК', 11, 'gate', null],
    ['5Post', 26, 'gate', null],
    ['the post', 1, 'door', null],
    ['a terminal', 8, 'door', null],
    ['the own centre', 3, 'gate', null],
  ])('%s', (_name, type, mode, error) => expect(flatError(draftWith(type, mode))).toBe(error));

  it('a flat or a private house is enough; blanks are no flat', () => {
    const withDoor = (door: Partial<CheckoutDraft['door']>) =>
      flatError(draftWith(11, 'door', { door: { ...emptyDoor(), ...door } }));
    expect(withDoor({ flat: '5' })).toBeNull();
    expect(withDoor({ isPrivate: true })).toBeNull();
    expect(withDoor({ flat: ' ' })).toBe(MISSING);
  });

  it('sends flat, private house and note; to a point what stands in the line', () => {
    const door = { of: '', flat: ' 5 ', isPrivate: false, note: ' Подъезд 2 ' };
    expect(addressToSend(draftWith(11, 'door', { door }))).toMatchObject({ flat: '5', is_private_house: false, note: 'Подъезд 2' }); // prettier-ignore
    expect(addressToSend(draftWith(11, 'door', { door: { ...door, isPrivate: true } }))).toMatchObject({ flat: null, is_private_house: true }); // prettier-ignore
    expect(addressToSend(draftWith(11, 'gate', { door }))).toEqual(placeAt().address);
  });

  it('whatever was typed, the shop is never sent a house without a flat or a word that there is none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<DeliveryType>(1, 3, 8, 11, 20, 26, 27),
        fc.constantFrom<Mode>('gate', 'door'),
        fc.record({ of: fc.string(), flat: fc.string({ maxLength: 5 }), isPrivate: fc.boolean(), note: fc.string() }),
        (type, mode, door) => {
          const draft = draftWith(type, mode, { door });
          const address = addressToSend(draft)!;
          const isAsked = flatError(draft) !== null;
          expect(isAsked).toBe(isToDoor(type, mode === 'gate') && isFlatMissing(address));
        },
      ),
    );
  });
});

describe('another line', () => {
  const door = { of: '3|ул. советская', flat: '5', isPrivate: false, note: 'Подъезд 2' };
  it('in the same street keeps what was said of the door, in another nothing', () => {
    expect(doorOfPlace(door, placeAt({ house: '66' }))).toEqual(door);
    expect(doorOfPlace(door, placeAt({ street: 'ул. Мира' }))).toEqual({ ...emptyDoor(), of: '3|ул. мира' });
  });
  it('its own flat wins, and is no private house', () => {
    expect(doorOfPlace({ ...door, isPrivate: true }, placeAt({ flat: '12' }))).toMatchObject({ flat: '12', isPrivate: false }); // prettier-ignore
  });
  it('says the same flat as the field', () => {
    expect(readAddress(lineWithFlat(placeAt(), door))).toMatchObject({ street: 'ул. Советская', house: '64', flat: '5' }); // prettier-ignore
    expect(lineWithFlat(placeAt(), { ...door, isPrivate: true })).toBe('Новосибирск, ул. Советская, 64');
  });
});

it('a draft of an earlier build brings the flat of its line', () => {
  const { door: _none, ...earlier } = draftWith(11, 'door', { place: placeAt({ flat: '7' }) });
  expect(readDraft(earlier, {}).door).toMatchObject({ flat: '7', isPrivate: false, note: '' });
});
