import { useLayoutEffect, useRef, useState } from 'react';
import { closedBy } from './closed-by.ts';

type Props = {
  value: number;
  /** Called with a whole number on Enter or when the field is left. */
  onInput: (value: number) => void;
  disabled?: boolean | undefined;
  /** Why nothing can be typed; the number stays readable. */
  barred?: string | undefined;
  /** Id of what is counted. */
  of?: string | undefined;
  /** It stands in the place of a number that was tapped: takes the focus, and Escape leaves the number as it was. */
  isOpened?: boolean;
  /** `byKey`: the focus is to go back to the number. */
  onEnd?: ((byKey: boolean) => void) | undefined;
};

/** The number between the two buttons of a Stepper, typed. */
export function StepperInput({ value, onInput, disabled = false, barred, of, isOpened = false, onEnd }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isOpened) input.current?.focus({ preventScroll: true });
  }, [isOpened]);
  const isEnded = useRef(false);
  /** Once: leaving the document is a blur as well. */
  const end = (isKept: boolean, byKey: boolean) => {
    if (isEnded.current) return;
    if (isKept && draft !== null && draft !== '' && Number(draft) !== value) onInput(Number(draft));
    setDraft(null);
    isEnded.current = isOpened;
    onEnd?.(byKey);
  };
  return (
    <input
      ref={input}
      aria-label="Количество, шт."
      aria-describedby={of}
      inputMode="numeric"
      autoComplete="off"
      value={draft ?? value}
      disabled={disabled}
      readOnly={barred !== undefined}
      {...closedBy(barred)}
      onChange={(event) => setDraft(event.target.value.replace(/\D/g, '').slice(0, 3))}
      onFocus={(event) => event.target.select()}
      onBlur={() => end(true, false)}
      onKeyDown={(event) => {
        if (isOpened && (event.key === 'Enter' || event.key === 'Escape')) {
          // The focus is on the number by the time the key would press it: the field would be open again.
          event.preventDefault();
          end(event.key === 'Enter', true);
        } else if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
