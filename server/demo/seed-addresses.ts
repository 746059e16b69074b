import { findCity } from '#contract/cities.ts';
import { findPerson } from '#server/demo/orders/demo-orders.queries.ts';
import { daysBefore } from '#server/demo/chance.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { saveToBook } from '#server/features/addresses/addresses.commands.ts';

type DemoAddress = {
  /** `<key>@rostok.test`. */
  who: string;
  title: string;
  cityId: number;
  street: string;
  house: string;
  flat?: string;
  /** Whose parcel it is; else their own. */
  recipient?: { name: string; phone: string };
};

/** docs/product/demo.md#addresses: the first of each person is the one by default. */
const ADDRESSES: readonly DemoAddress[] = [
  { who: 'client', title: 'Дом', cityId: 3, street: 'ул. Мира', house: '14', flat: '8' },
  { who: 'client', title: 'Мама', cityId: 19, street: 'ул. Молодёжная', house: '12', flat: '5', recipient: { name: 'Нина Полякова', phone: '+79000000311' } },
  { who: 'cons', title: 'Дом', cityId: 3, street: 'Красный проспект', house: '56', flat: '21' },
  { who: 'cons', title: 'Работа', cityId: 3, street: 'ул. Ленина', house: '3' },
  { who: 'punkt', title: 'Пункт выдачи', cityId: 25, street: 'пр. Ленина', house: '40' },
  { who: 'optovik', title: 'Склад', cityId: 4, street: 'ул. Складская', house: '7' },
]; // prettier-ignore

/** Books of the demo people, by the command that the form's call takes. */
export async function seedAddresses(_db: Db, { now }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  return async (tx) => {
    for (const [at, { who, title, cityId, recipient, ...rest }] of ADDRESSES.entries()) {
      const person = await findPerson(tx, `${who}@rostok.test`);
      const city = findCity(cityId);
      if (!person || !city) throw new Error(`no demo person or city for the address «${title}» of «${who}»`);
      const own = { name: [person.firstName, person.lastName].filter(Boolean).join(' '), phone: person.phone ?? '' };
      const place = {
        country_id: 1 as const,
        city_id: city.id,
        index: city.index,
        region: city.region,
        city: city.title,
      };
      const input = { title, ...place, building: '', flat: '', ...rest, comment: '', is_default: false };
      // Minutes apart, so that the newest is one.
      const saved = new Date(daysBefore(now, 5).getTime() + at * 60_000);
      await saveToBook(tx, person.id, { ...input, recipient: recipient ?? own }, saved);
    }
    return `адреса — ${ADDRESSES.length}`;
  };
}
