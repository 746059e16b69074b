import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { ALL_CITIES, citiesLike, type City } from '#contract/cities.ts';
import { chooseCityAtom } from '#src/features/session/city.atoms.ts';
import { cityAtom, isCityAskedAtom } from '#src/features/session/city-state.atoms.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './CitySheet.module.css';

const COUNTRIES: readonly (readonly [id: number, name: string])[] = [
  [1, 'Россия'],
  [4, 'Казахстан'],
  [11, 'Киргизия'],
];
const byName = new Intl.Collator('ru');
/** The largest ones first: most people find theirs without typing. */
const LARGEST = 8;

/** «Ваш город»: chosen by the person, never guessed (docs/product/addresses.md#city). */
export function CitySheet() {
  const [typed, setTyped] = useState('');
  const current = useAtomValue(cityAtom);
  const choose = useSetAtom(chooseCityAtom);
  const ask = useSetAtom(isCityAskedAtom);
  const pick = (id: number) => {
    void choose(id);
    ask(false);
  };
  const found = typed.trim() === '' ? null : citiesLike(typed, ALL_CITIES.length);
  const list = (cities: readonly City[]) => (
    <ul className={styles.list}>
      {cities.map(({ id, title, region }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === current?.id} className={styles.city} onClick={() => pick(id)}>
            <span>
              {title}
              {found && region && <span className="small mute"> {region}</span>}
            </span>
            {id === current?.id && <Icon name="check" size={20} />}
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <Sheet open title="Ваш город" onClose={() => ask(false)}>
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault();
          if (found?.[0]) pick(found[0].id);
        }}
      >
        <TextInput
          type="search"
          aria-label="Найти город"
          placeholder="Найти город"
          autoComplete="off"
          maxLength={60}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      <p className="small soft">
        По нему считаем стоимость и срок доставки. Точный адрес спросим при оформлении заказа.
      </p>
      <div aria-live="polite">
        {found?.length === 0 && (
          <p className={styles.none}>
            Такого города в{'\u00a0'}списке нет. Выберите ближайший крупный: в{'\u00a0'}заказе можно указать любой
            адрес.
          </p>
        )}
      </div>
      {found
        ? list(found)
        : COUNTRIES.map(([country, name]) => {
            const there = ALL_CITIES.filter(({ countryId }) => countryId === country);
            const rest = there.slice(LARGEST).toSorted((a, b) => byName.compare(a.title, b.title));
            return (
              <section key={country} aria-label={name}>
                <h3 className={styles.country}>{name}</h3>
                {list([...there.slice(0, LARGEST), ...rest])}
              </section>
            );
          })}
    </Sheet>
  );
}
