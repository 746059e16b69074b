import { atom } from 'jotai';
import { findCity } from '#contract/cities.ts';
import { countryOfPhone } from '#contract/phone-numbers.ts';
import { DRAFT_KEY, readDraft } from '#src/features/checkout/draft.rules.ts';
import { cityAtom, startCityAtom } from '#src/features/session/city-state.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** What a guest has typed at the checkout, as the form of a registration names it: nobody types their name twice. Never throws. */
export const readTypedAtom = atom(null, async (get, set): Promise<Record<string, string>> => {
  await set(startCityAtom);
  const kept = await get(storesAtom)
    .person(get(sessionAtom).uid)
    .then((store) => store.get<unknown>(DRAFT_KEY))
    .catch(() => undefined);
  const { recipient, place } = readDraft(kept, {});
  const [first = '', ...rest] = recipient.name.trim().split(/\s+/);
  const city = (place && findCity(place.address.city_id)?.title) ?? get(cityAtom)?.title ?? '';
  const typed = {
    first_name: first,
    last_name: rest.join(' '),
    ...(recipient.phone === '' ? {} : { phone: recipient.phone, phone_country: countryOfPhone(recipient.phone).code }),
    email: recipient.email,
    city_id: city,
  };
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
});
