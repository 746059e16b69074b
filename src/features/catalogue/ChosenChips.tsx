import { NO_FILTERS } from '#src/features/catalogue/listing-url.rules.ts';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import { Chip } from '#src/ui/Chip.tsx';
import { formatNumber, NBSP } from '#src/ui/format.ts';
import styles from './ChosenChips.module.css';

const OFFERED = 4;

/** Desktop: what is chosen (a tap takes it away) and what people choose most. */
export function ChosenChips({ list }: { list: ListState }) {
  const { listing, result, change, filters } = list;
  const count = (form: string) => result?.forms.find((one) => one.form === form)?.count;
  const offered = (result?.forms ?? [])
    .filter(({ form, count }) => count > 0 && !listing.forms.includes(form))
    .slice(0, OFFERED);
  return (
    <section aria-label="Выбранные фильтры" className={styles.chips}>
      <Chip
        pressed={listing.inStock}
        removable={listing.inStock}
        count={list.isCounted ? result?.inStock : undefined}
        onClick={() => change({ inStock: !listing.inStock })}
      >
        В наличии
      </Chip>
      {(listing.priceMin !== null || listing.priceMax !== null) && (
        <Chip pressed removable count={result?.rows.length} onClick={() => change({ priceMin: null, priceMax: null })}>
          {priceWords(listing.priceMin, listing.priceMax)}
        </Chip>
      )}
      {listing.forms.map((form) => (
        <Chip
          key={form}
          pressed
          removable
          count={count(form)}
          onClick={() => change({ forms: listing.forms.filter((one) => one !== form) })}
        >
          {form}
        </Chip>
      ))}
      {offered.map(({ form, count }) => (
        <Chip key={form} pressed={false} count={count} onClick={() => change({ forms: [...listing.forms, form] })}>
          {form}
        </Chip>
      ))}
      {filters > 0 && (
        <button type="button" className="link small" onClick={() => change(NO_FILTERS)}>
          Сбросить
        </button>
      )}
    </section>
  );
}

/** «до 2 300 ₽», «от 180 ₽», «180–2 300 ₽» */
function priceWords(min: number | null, max: number | null): string {
  const roubles = `${NBSP}₽`;
  if (min === null) return `до${NBSP}${formatNumber(max ?? 0)}${roubles}`;
  return max === null
    ? `от${NBSP}${formatNumber(min)}${roubles}`
    : `${formatNumber(min)}–${formatNumber(max)}${roubles}`;
}
