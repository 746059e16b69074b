import { useState } from 'react';
import { closedBy } from './closed-by.ts';

type Props = {
  value: number;
  /** Called with a whole number on Enter or when the field is left. */
  onInput: (value: number) => void;
  disabled?: boolean | undefined;
  /** Why nothing can be typed; the number stays readable. */
  barred?: string | undefined;
};

/** The number between the two buttons of a Stepper, typed. */
export function StepperInput({ value, onInput, disabled = false, barred }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft !== null && draft !== '' && Number(draft) !== value) onInput(Number(draft));
    setDraft(null);
  };
  return (
    <input
      aria-label="Количество, шт."
      inputMode="numeric"
      autoComplete="off"
      value={draft ?? value}
      disabled={disabled}
      readOnly={barred !== undefined}
      {...closedBy(barred)}
      onChange={(event) => setDraft(event.target.value.replace(/\D/g, '').slice(0, 3))}
      onFocus={(event) => event.target.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
