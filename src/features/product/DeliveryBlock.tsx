import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { findCity } from '#contract/cities.ts';
import { COUNTRIES } from '#contract/tables.ts';
import { WAREHOUSES } from '#contract/tariff.ts';
import { daysWords } from '#contract/delivery-words.ts';
import { type DeliveryFrom, deliveryFrom } from '#src/features/product/delivery-from.rules.ts';
import { cityAtom, isCityAskedAtom, startCityAtom } from '#src/features/session/city-state.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import { formatMoney, NBSP, pluralOf } from '#src/ui/numbers.ts';
import styles from './ProductSide.module.css';

/** What it costs to have this product at home, before anybody is asked for an address; the same without a signal. */
export function DeliveryBlock({ grams }: { grams: number }) {
  const city = useAtomValue(cityAtom);
  const { known, uid } = useAtomValue(sessionAtom);
  const start = useSetAtom(startCityAtom);
  const ask = useSetAtom(isCityAskedAtom);
  useEffect(() => {
    if (known) void start();
  }, [known, uid, start]);
  const place = city ? findCity(city.id) : undefined;
  const from = place ? deliveryFrom(place, grams) : city ? null : deliveryFrom(NEAREST, grams);
  const choose = (words: string) => (
    <button type="button" className="link hit" aria-haspopup="dialog" onClick={() => ask(true)}>
      {words}
    </button>
  );
  return (
    <section className={styles.delivery} aria-label="Доставка">
      {city ? (
        <p>
          Доставка: <b>{city.title}</b> {choose('Другой город')}
        </p>
      ) : (
        <p>
          Доставка по{NBSP}России. {choose('Выберите город')}, и{NBSP}посчитаем точнее.
        </p>
      )}
      {!from && <p className="small soft">Этого города нет в нашем списке: стоимость посчитаем при оформлении.</p>}
      {from && !from.point && !from.door && <p className="small soft">Такую посылку в ваш город пока не возят.</p>}
      <ul>
        {from?.point && <Way icon="pin" name="Пункт выдачи" from={from.point} isNear={!place} />}
        {from?.door && <Way icon="truck" name="Курьер до двери" from={from.door} isNear={!place} />}
      </ul>
      <p className="small">
        <Link className="link hit" href={place ? `/punkty?city=${place.id}` : '/punkty'}>
          {place ? 'Пункты выдачи рядом' : 'Все пункты выдачи'}
        </Link>
      </p>
    </section>
  );
}

/** Without a city the least that anybody pays and waits: a town with a warehouse. */
const NEAREST = { countryId: COUNTRIES.russia, lat: WAREHOUSES[0].lat, lon: WAREHOUSES[0].lon };

type WayProps = { icon: IconName; name: string; from: DeliveryFrom; isNear: boolean };
function Way({ icon, name, from, isNear }: WayProps) {
  return (
    <li>
      <Icon name={icon} size={20} />
      <span>
        <b>{name}</b>
        <br />
        <span className="soft num">
          от{NBSP}
          {formatMoney(from.kopecks)}, {isNear ? `от${NBSP}${pluralDays(from.days.min)}` : daysWords(from.days)}
        </span>
      </span>
    </li>
  );
}
const pluralDays = (days: number): string =>
  `${days}${NBSP}${pluralOf(days, { one: 'дня', few: 'дней', many: 'дней', other: 'дня' })}`;
