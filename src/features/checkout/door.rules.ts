import { writeAddress } from '#contract/address-line.ts';
import { isFlatMissing, isToDoor } from '#contract/delivery-types.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import type { CheckoutDraft, DoorDraft, PlaceDraft } from '#src/features/checkout/checkout.types.ts';

// What a courier has to know beside street and house (docs/decisions/611).

export const emptyDoor = (): DoorDraft => ({ of: '', flat: '', isPrivate: false, note: '' });

type Place = Pick<PlaceDraft, 'city' | 'address'>;
const streetOf = ({ address: { city_id: city, street } }: Place): string =>
  `${city}|${(street ?? '').trim().toLowerCase()}`;

/** Another line was taken. What stands in it wins; beside another street nothing of the old door is true. */
export function doorOfPlace(door: DoorDraft, place: Place): DoorDraft {
  const of = streetOf(place);
  const flat = place.address.flat ?? '';
  const kept = door.of === of ? door : emptyDoor();
  return flat === '' ? { ...kept, of } : { ...kept, of, flat, isPrivate: false };
}

/** The line follows the flat, so that both say the same. */
export function lineWithFlat({ city, address }: Place, { flat, isPrivate }: DoorDraft): string {
  const { street, house, building } = address;
  return writeAddress({
    city,
    street: street ?? '',
    house: house ?? '',
    building: building ?? '',
    flat: isPrivate ? '' : flat.trim(),
  });
}

const isCourier = ({ way }: Pick<CheckoutDraft, 'way'>): boolean =>
  way !== null && isToDoor(way.type, way.mode === 'gate');

/** The address as it is sent: to a point nobody needs the flat, but what stands in the line stays in it. */
export function addressToSend({
  place,
  way,
  door,
}: Pick<CheckoutDraft, 'place' | 'way' | 'door'>): PlaceDraft['address'] | null {
  if (!place || !isCourier({ way })) return place?.address ?? null;
  const { flat, isPrivate, note } = door;
  return {
    ...place.address,
    flat: isPrivate ? null : flat.trim() || null,
    is_private_house: isPrivate,
    note: note.trim(),
  };
}

/** A flat is asked for, never taken for granted. */
export function flatError(draft: Pick<CheckoutDraft, 'place' | 'way' | 'door'>): string | null {
  const address = addressToSend(draft);
  return isCourier(draft) && address && isFlatMissing(address) ? DELIVERY_WORDS.chooseFlat : null;
}
