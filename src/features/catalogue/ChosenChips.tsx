import { FREE_OF } from '#contract/free-of.ts';
import { ONLY_WORDS } from '#src/features/catalogue/FilterGroup.tsx';
import { formName } from '#src/features/catalogue/form-kinds.rules.ts';
import { NO_FILTERS } from '#src/features/catalogue/listing-url.rules.ts';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import { Chip } from '#src/ui/Chip.tsx';
import { formatNumber, NBSP } from '#src/ui/format.ts';
import styles from './ChosenChips.module.css';

const OFFERED = 2;

/** Desktop: what is chosen (a tap takes it away) and what people choose most. */
export function ChosenChips({ list }: { list: ListState }) {
  const { listing, result, change, filters } = list;
  const forms = result?.forms ?? [];
  const countIn = (choices: readonly { key: string; count: number }[] | undefined, key: string) =>
    choices?.find((one) => one.key === key)?.count;
  const offeredOnly = (result?.only ?? []).filter(({ key, count }) => count > 0 && !listing.only.includes(key));
  const offered = forms
    .filter(({ key, form, count }) => count > 0 && !listing.forms.includes(key) && !listing.forms.includes(form))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, OFFERED);
  /** Chosen values of one list: each with its words, taken away by a tap. */
  const chosen = (
    name: 'forms' | 'only' | 'free' | 'needs',
    words: (key: string) => string,
    count?: (key: string) => number | undefined,
  ) =>
    listing[name].map((key) => (
      <Chip
        key={key}
        pressed
        removable
        count={count?.(key)}
        onClick={() => change({ [name]: listing[name].filter((one) => one !== key) })}
      >
        {words(key)}
      </Chip>
    ));
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
      {chosen('needs', (key) => result?.needs.find((one) => one.key === key)?.title ?? key)}
      {chosen(
        'only',
        (key) => ONLY_WORDS[key] ?? key,
        (key) => countIn(result?.only, key),
      )}
      {chosen('forms', formName, (key) => countIn(forms, key))}
      {chosen('free', freeWords)}
      {offeredOnly.map(({ key, count }) => (
        <Chip key={key} pressed={false} count={count} onClick={() => change({ only: [...listing.only, key] })}>
          {ONLY_WORDS[key]}
        </Chip>
      ))}
      {offered.map(({ key, form, count }) => (
        <span key={key} className={styles.more}>
          <Chip pressed={false} count={count} onClick={() => change({ forms: [...listing.forms, key] })}>
            {form}
          </Chip>
        </span>
      ))}
      {filters > 0 && (
        <button type="button" className="link small" onClick={() => change(NO_FILTERS)}>
          Сбросить
        </button>
      )}
    </section>
  );
}

/** «без орехов», «без противопоказания: бессонница» */
function freeWords(key: string): string {
  const of = FREE_OF.find((one) => one.key === key);
  if (!of) return key;
  return of.kind === 'content' ? `без ${of.of}` : `без противопоказания: ${of.of}`;
}

/** «до 2 300 ₽», «от 180 ₽», «180–2 300 ₽» */
function priceWords(min: number | null, max: number | null): string {
  const roubles = `${NBSP}₽`;
  if (min === null) return `до${NBSP}${formatNumber(max ?? 0)}${roubles}`;
  return max === null
    ? `от${NBSP}${formatNumber(min)}${roubles}`
    : `${formatNumber(min)}–${formatNumber(max)}${roubles}`;
}
