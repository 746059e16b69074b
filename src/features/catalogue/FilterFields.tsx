import { useEffect, useId, useRef, useState } from 'react';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { formatNumber } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './FilterFields.module.css';

const FORMS_SHOWN = 6;
const TYPING_MS = 350;

/** Price, stock and form, each with the number of products it would show. In the rail and in the sheet of the phone. */
export function FilterFields({ list }: { list: ListState }) {
  const { result, listing, change } = list;
  const [isAll, setAll] = useState(false);
  const forms = result?.forms ?? [];
  const shown = isAll ? forms : forms.filter(({ form }, i) => i < FORMS_SHOWN || listing.forms.includes(form));
  const toggle = (form: string) =>
    change({
      forms: listing.forms.includes(form) ? listing.forms.filter((one) => one !== form) : [...listing.forms, form],
    });
  return (
    <>
      <PriceFields list={list} />
      <fieldset className={styles.group}>
        <legend className="h3">Наличие</legend>
        <Checkbox
          checked={listing.inStock}
          onChange={() => change({ inStock: !listing.inStock })}
          className={styles.line}
        >
          <Lead name="В наличии" value={result && list.isCounted ? formatNumber(result.inStock) : ''} />
        </Checkbox>
      </fieldset>
      {forms.length > 1 && (
        <fieldset className={styles.group}>
          <legend className="h3">Форма</legend>
          <div>
            {shown.map(({ form, count }) => (
              <Checkbox
                key={form}
                checked={listing.forms.includes(form)}
                onChange={() => toggle(form)}
                className={styles.line}
              >
                <Lead name={form} value={formatNumber(count)} />
              </Checkbox>
            ))}
            {shown.length < forms.length && (
              <button type="button" className={`link ${styles.more}`} onClick={() => setAll(true)}>
                Ещё {forms.length - shown.length}
              </button>
            )}
          </div>
        </fieldset>
      )}
    </>
  );
}

/** Typing replaces the address after a pause; leaving the field or Enter does it at once. */
function PriceFields({ list: { listing, result, isCons, change } }: { list: ListState }) {
  const asked = `${listing.priceMin ?? ''}-${listing.priceMax ?? ''}`;
  const [draft, setDraft] = useState(() => draftOf(asked));
  // The address changed by itself (Back, «Сбросить»): it wins over what stood here.
  if (draft.asked !== asked)
    setDraft(
      draft.min === draftOf(asked).min && draft.max === draftOf(asked).max ? { ...draft, asked } : draftOf(asked),
    );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  const commit = (next: typeof draft) => {
    clearTimeout(timer.current);
    const priceMin = next.min === '' ? null : Number(next.min);
    const priceMax = next.max === '' ? null : Number(next.max);
    if (priceMin !== listing.priceMin || priceMax !== listing.priceMax)
      change({ priceMin, priceMax }, { replace: true });
  };
  const type = (name: 'min' | 'max', text: string) => {
    const next = { ...draft, [name]: text.replace(/\D/g, '').slice(0, 7) };
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(next), TYPING_MS);
  };
  const [low, high] = result?.priceRange ?? [null, null];
  const field = (name: 'min' | 'max', label: string, placeholder: number | null) => (
    <TextInput
      className={`num ${styles.price}`}
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      aria-describedby={id}
      placeholder={placeholder === null ? '' : formatNumber(placeholder)}
      value={draft[name]}
      onChange={(event) => type(name, event.target.value)}
      onBlur={() => commit(draft)}
      onKeyDown={(event) => event.key === 'Enter' && commit(draft)}
    />
  );
  return (
    <fieldset className={styles.group}>
      <legend className="h3" id={id}>
        {isCons ? 'Цена для вас, ₽' : 'Цена, ₽'}
      </legend>
      <div className={styles.range}>
        {field('min', 'Цена от', low === null ? null : Math.floor(low / 100))}
        <span className="mute" aria-hidden="true">
          —
        </span>
        {field('max', 'Цена до', high === null ? null : Math.ceil(high / 100))}
      </div>
    </fieldset>
  );
}

function draftOf(asked: string): { min: string; max: string; asked: string } {
  const [min = '', max = ''] = asked.split('-');
  return { min, max, asked };
}
