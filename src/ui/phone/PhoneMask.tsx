import 'imask/esm/masked/pattern';
import useIMask from 'react-imask/esm/hook';
import { type ClipboardEvent, type ComponentProps, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Country } from './phone.types.ts';
import styles from './Phone.module.css';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & {
  country: Country;
  /** Digits without the dial code. */
  national: string;
  /** Takes what was typed (digits), pasted or filled in by the browser (as it came); answers with the digits that now stand there. */
  onText: (text: string) => string;
  /** It stands in the place of the field without a mask. */
  onReady: () => unknown;
};

/** With the library of masks: a chunk of its own (docs/decisions/211-phone-input.md). */
export function PhoneMask({ country, national, onText, onReady, ...rest }: Props) {
  const options = useMemo(
    () => ({ mask: country.mask.replaceAll('0', '\\0'), definitions: { '#': /\d/ }, lazy: true }),
    [country.mask],
  );
  const { ref, maskRef } = useIMask<HTMLInputElement, typeof options>(options, {
    onAccept: (_text, mask, event) => {
      if (event && !isShowing.current) show(onText(mask.unmaskedValue));
    },
  });
  // What we write into the field is no typing, though it happens in the middle of it.
  const isShowing = useRef(false);
  const show = (digits: string) => {
    const mask = maskRef.current;
    if (!mask || mask.unmaskedValue === digits) return;
    isShowing.current = true;
    mask.unmaskedValue = digits;
    isShowing.current = false;
  };
  // The digits as the form knows them: at first, after a reset, from a draft.
  useEffect(() => {
    const mask = maskRef.current;
    if (mask && mask.unmaskedValue !== national) mask.unmaskedValue = national;
  }, [national, options, maskRef]);
  // Once; before the next key can be pressed.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => void onReady(), []);
  // Before the mask sees it. What comes as a whole (a browser's own filling in, a dictionary, a drop) is read as a whole: the mask would
  // take the plus of it for a slip and the dial code for the number. So is the digit too many at the end: the number may have begun
  // with the 8 or 0 that it is dialled with at home.
  useEffect(() => {
    const input = ref.current;
    const box = input?.parentElement;
    if (!input || !box) return undefined;
    const onWhole = (event: Event) => {
      if (event.target !== input || !(isWhole(event as InputEvent) || isOver(input, country))) return;
      event.stopPropagation();
      const digits = onText(input.value);
      input.value = '';
      maskRef.current?.updateValue();
      show(digits);
    };
    // The library would put the caret to its place and so undo a selection that is being made (a dictionary, an extension, a test).
    const onFocus = (event: Event) => event.stopPropagation();
    const left = new AbortController();
    box.addEventListener('input', onWhole, { capture: true, signal: left.signal });
    box.addEventListener('focus', onFocus, { capture: true, signal: left.signal });
    return () => left.abort();
  });
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const isReplaced = value === '' || (selectionStart === 0 && selectionEnd === value.length);
    const text = event.clipboardData.getData('text');
    if (!isReplaced && !text.trim().startsWith('+')) return;
    event.preventDefault();
    show(onText(text));
  };
  return <input {...rest} ref={ref} type="tel" inputMode="tel" className={styles.input} onPaste={onPaste} />;
}

/** Not a key that was pressed: several signs at once, or none that the event names. */
const isWhole = ({ inputType = '', data = null }: Partial<InputEvent>): boolean =>
  !inputType.startsWith('delete') && !inputType.startsWith('history') && (data === null || data.length > 1);

function isOver({ value, selectionEnd }: HTMLInputElement, { lengthNumber }: Country): boolean {
  return selectionEnd === value.length && value.replaceAll(/\D/g, '').length > lengthNumber;
}
