import { type ComponentProps, Suspense, useRef, useState } from 'react';
import { Icon } from '../Icon.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { CountryList } from './CountryList.tsx';
import type { Country, Numbering } from './phone.types.ts';
import styles from './Phone.module.css';

const PhoneMask = lazyPart(() => import('./PhoneMask.tsx'), 'PhoneMask');
/** The library of masks, ahead of the field that needs it. */
export const preloadPhone = (): void => void PhoneMask.preload().catch(() => {});

const TEXT_MAX = 22;

type Passed = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'autoComplete' | 'disabled' | 'aria-invalid' | 'aria-describedby' | 'aria-required'
>;
type Props = Passed & {
  numbering: Numbering;
  country: Country;
  /** E.164, as far as it was typed; empty while there is no digit. */
  phone: string;
  onChange: (next: { phone: string; country: Country }) => void;
  /** The person has left the field. */
  onLeave?: (() => void) | undefined;
  /** Pasted with a code that no country here has. */
  onForeign?: (() => void) | undefined;
};

/** Country, mask and digits of one number. Another country empties it. */
export function PhoneInput({ numbering, country, phone, onChange, onLeave, onForeign, ...passed }: Props) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const national = numbering.nationalOf(phone, country);
  const example = country.example.slice(country.dialCode.length + 1).trim();
  const focusInput = () => box.current?.querySelector('input')?.focus();
  /** The field without its mask has the focus: a field that is taken away tells nobody that it has lost it. */
  const isTyping = useRef(false);

  const onText = (text: string): string => {
    const read = numbering.read(text, country);
    if (!read) {
      onForeign?.();
      return national;
    }
    onChange({ phone: numbering.toPhone(read.country, read.national), country: read.country });
    return read.national;
  };
  const choose = (chosen: Country) => {
    setOpen(false);
    if (chosen.code !== country.code) onChange({ phone: '', country: chosen });
    focusInput();
  };
  return (
    <div ref={box} className={styles.box} data-invalid={passed['aria-invalid'] ? '' : undefined}>
      <button
        ref={button}
        type="button"
        className={`num ${styles.country}`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={`Страна: ${country.name}, +${country.dialCode}`}
        disabled={passed.disabled}
        // Before the blur of an open list closes it: the click would open it again.
        onPointerDown={(event) => isOpen && event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      >
        +{country.dialCode}
        <Icon name="down" size={20} />
      </button>
      <Suspense
        // Digits that are typed before the mask has come stay, and so does the focus.
        fallback={
          <input
            {...passed}
            type="tel"
            inputMode="tel"
            className={styles.input}
            placeholder={example}
            maxLength={TEXT_MAX}
            value={national}
            onChange={({ target }) => onText(target.value)}
            onFocus={() => (isTyping.current = true)}
            onBlur={() => {
              isTyping.current = false;
              onLeave?.();
            }}
          />
        }
      >
        <PhoneMask
          {...passed}
          country={country}
          national={national}
          placeholder={example}
          maxLength={TEXT_MAX}
          onText={onText}
          onReady={() => isTyping.current && focusInput()}
          onBlur={onLeave}
        />
      </Suspense>
      {isOpen && (
        <CountryList
          countries={numbering.countries}
          chosen={country}
          onChoose={choose}
          onClose={(isByKey) => {
            setOpen(false);
            if (isByKey) button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
