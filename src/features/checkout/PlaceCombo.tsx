import { useStore } from 'jotai';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import { findPlaces, placeLine } from '#src/features/checkout/find-place.ts';
import type { FoundPlace } from '#src/features/checkout/checkout.types.ts';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './PlaceField.module.css';

/** How long the typing must rest before the shop is asked. */
const REST_MS = 250;

type Props = {
  /** The line as it was typed. */
  where: string;
  /** What was found by it; null while nothing was. */
  found: 'city' | 'door' | null;
  error?: string | readonly string[] | undefined;
  onType: (line: string) => void;
  onTake: (found: FoundPlace) => void;
};

/** «Город или адрес»: one line, suggestions below it; a whole name that is left is taken without a tap. */
export function PlaceCombo({ where, found: place, error, onType, onTake }: Props) {
  const { get, set } = useStore();
  const list = useId();
  const [places, setPlaces] = useState<readonly FoundPlace[] | null>(null);
  const [active, setActive] = useState(0);
  const [trouble, setTrouble] = useState<string | null>(null);
  const asked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = async (line: string) => {
    asked.current += 1;
    const mine = asked.current;
    const found = await findPlaces(get, set, line);
    if (mine !== asked.current) return;
    setPlaces(found.kind === 'places' ? found.places : null);
    setActive(0);
    setTrouble(found.kind === 'failed' ? found.text : found.places.length === 0 ? DELIVERY_WORDS.unknownCity : null);
  };
  const take = (found: FoundPlace) => {
    clearTimeout(timer.current);
    asked.current += 1;
    setPlaces(null);
    setTrouble(null);
    onTake(found);
  };
  const type = (line: string) => {
    onType(line);
    setTrouble(null);
    clearTimeout(timer.current);
    if (line.trim().length < 2) return setPlaces(null);
    timer.current = setTimeout(() => void look(line), REST_MS);
  };
  const leave = () => {
    const sure = places?.length === 1 ? places[0] : undefined;
    if (!place && sure) take(sure);
    else setPlaces(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!places || places.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + places.length) % places.length);
    else if (event.key === 'Enter') take(places[active] ?? places[0]!);
    else if (event.key === 'Escape') setPlaces(null);
    else return;
    event.preventDefault();
  };
  const isOpen = places !== null && places.length > 0;
  return (
    <div className={styles.place}>
      <Field label="Город или адрес" required error={error ?? (isOpen ? null : trouble)}>
        <TextInput
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? `${list}-${active}` : undefined}
          autoComplete="street-address"
          placeholder="Новосибирск, ул. Советская, 64"
          value={where}
          maxLength={200}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={leave}
        />
      </Field>
      {/* A select cannot show what the shop finds while somebody types: the combobox pattern of ARIA. */}
      {/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <ul id={list} role="listbox" aria-label="Город или адрес" className={styles.list} hidden={!isOpen}>
        {places?.map((found, i) => (
          // The keyboard moves through the field above: aria-activedescendant.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={`${found.city_id}:${found.street}:${found.house}`}
            id={`${list}-${i}`}
            role="option"
            aria-selected={i === active}
            tabIndex={-1}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(found)}
          >
            <b>{placeLine(found)}</b>
            {found.region && <span className="small mute">{found.region}</span>}
          </li>
        ))}
      </ul>
      {/* oxlint-enable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <output className={styles.found}>
        {place && (
          <>
            <Icon name="check" size={16} />
            {place === 'door' ? 'Адрес найден' : 'Город найден'}
          </>
        )}
      </output>
    </div>
  );
}
