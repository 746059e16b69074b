import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Country } from './phone.types.ts';
import styles from './Phone.module.css';

type Props = {
  countries: readonly Country[];
  chosen: Country;
  onChoose: (country: Country) => void;
  onClose: (isByKey: boolean) => void;
};

/** Below the field; on a phone a sheet from below. Arrows, Home, End and first letters move, Enter chooses, Escape closes. */
export function CountryList({ countries, chosen, onChoose, onClose }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const options = () => [...(ref.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  useEffect(() => {
    const selected = ref.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    selected?.focus();
    selected?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const move = (at: number) =>
    options()
      .at(Math.max(0, Math.min(at, countries.length - 1)))
      ?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    const at = options().indexOf(document.activeElement as HTMLElement);
    const { key } = event;
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: countries.length - 1 }[key];
    if (target !== undefined) move(target);
    else if (key === 'Enter' || key === ' ') {
      const country = countries[at];
      if (country) onChoose(country);
    } else if (key === 'Escape') onClose(true);
    else if (key.length === 1) move(startsWith(key, at));
    else return;
    // Not the dialog's Escape, not the page's scroll.
    event.preventDefault();
    event.stopPropagation();
  };
  const startsWith = (letter: string, from: number): number => {
    const isMatch = ({ name }: Country) => name.toLowerCase().startsWith(letter.toLowerCase());
    const next = countries.findIndex((country, at) => at > from && isMatch(country));
    return next >= 0 ? next : Math.max(from, countries.findIndex(isMatch));
  };
  return (
    <>
      <div className={styles.shade} onClick={() => onClose(false)} aria-hidden="true" />
      <div
        ref={ref}
        // Options in two columns, each with its code: no select draws them so.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        tabIndex={-1}
        aria-label="Страна"
        className={styles.list}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onClose(false);
        }}
      >
        {countries.map((country) => (
          // The list answers the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={country.code}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            aria-selected={country.code === chosen.code}
            tabIndex={country.code === chosen.code ? 0 : -1}
            className={styles.option}
            onClick={() => onChoose(country)}
          >
            <span>{country.name}</span>
            <span className="num">+{country.dialCode}</span>
          </div>
        ))}
      </div>
    </>
  );
}
