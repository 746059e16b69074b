import { useEffect, useId, useRef, useState } from 'react';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import { formatNumber } from '#src/ui/format.ts';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './PriceFields.module.css';

const TYPING_MS = 350;
/** Whole tens of roubles: no price of the catalogue lies between. */
const STEP = 10;
type End = 'min' | 'max';

/** Two fields and two sliders over what the other choices leave. Typing replaces the address after a pause; leaving the field or Enter does it at once. */
export function PriceFields({ list: { listing, result, isCons, change } }: { list: ListState }) {
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
  const write = (name: End, text: string) => {
    const next = { ...draft, [name]: text };
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(next), TYPING_MS);
  };
  const [low, high] = boundsOf(result?.priceRange ?? null);
  const field = (name: End, label: string, bound: number | null) => (
    <TextInput
      className={`num ${styles.price}`}
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      aria-describedby={id}
      placeholder={bound === null ? '' : formatNumber(bound)}
      value={draft[name]}
      onChange={(event) => write(name, event.target.value.replace(/\D/g, '').slice(0, 7))}
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
        {field('min', 'Цена от', low)}
        <span className="mute" aria-hidden="true">
          —
        </span>
        {field('max', 'Цена до', high)}
      </div>
      {low !== null && high !== null && high > low && (
        <Sliders bounds={[low, high]} min={draft.min} max={draft.max} onSlide={write} onEnd={() => commit(draft)} />
      )}
    </fieldset>
  );
}

type SlidersProps = {
  bounds: readonly [number, number];
  min: string;
  max: string;
  onSlide: (name: End, value: string) => void;
  onEnd: () => void;
};
/** Two native sliders on one line: each stops at the other, and at its end means «without a limit». */
function Sliders({ bounds: [low, high], min, max, onSlide, onEnd }: SlidersProps) {
  const from = min === '' ? low : clamp(Number(min), low, high);
  const to = max === '' ? high : clamp(Number(max), low, high);
  const slider = (name: End, label: string, value: number) => (
    <input
      type="range"
      min={low}
      max={high}
      step={STEP}
      value={value}
      aria-label={label}
      aria-valuetext={`${formatNumber(value)}\u00a0₽`}
      onChange={({ target }) => {
        const next = name === 'min' ? Math.min(Number(target.value), to) : Math.max(Number(target.value), from);
        onSlide(name, next === (name === 'min' ? low : high) ? '' : String(next));
      }}
      onPointerUp={onEnd}
    />
  );
  return (
    <div className={styles.sliders}>
      {slider('min', 'Цена от, ползунок', from)}
      {slider('max', 'Цена до, ползунок', to)}
    </div>
  );
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Roubles, whole tens outwards, so that both ends include their product. */
function boundsOf(range: readonly [number, number] | null): [number, number] | [null, null] {
  if (!range) return [null, null];
  const tens = STEP * 100;
  return [Math.floor(range[0] / tens) * STEP, Math.ceil(range[1] / tens) * STEP];
}

function draftOf(asked: string): { min: string; max: string; asked: string } {
  const [min = '', max = ''] = asked.split('-');
  return { min, max, asked };
}
