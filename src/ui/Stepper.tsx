import { useState } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Stepper.module.css';

type Props = {
  value: number;
  min?: number | undefined;
  max?: number | undefined;
  onChange: (delta: 1 | -1) => void;
  /** Given: the number can be typed; called with a whole number on Enter or when the field is left. */
  onInput?: ((value: number) => void) | undefined;
  tone?: 'leaf' | 'line' | undefined;
  label?: string | undefined;
  disabled?: boolean | undefined;
};

/** The same box as the button it replaces, so nothing moves. */
export function Stepper({
  value,
  min = 0,
  max,
  onChange,
  onInput,
  tone = 'leaf',
  label = 'Количество',
  disabled = false,
}: Props) {
  return (
    <fieldset aria-label={label} className={`${styles.step} ${styles[tone]}`}>
      <button type="button" aria-label="Убавить" disabled={disabled || value <= min} onClick={() => onChange(-1)}>
        <Icon name="minus" size={20} />
      </button>
      {onInput ? (
        <NumberInput value={value} onInput={onInput} disabled={disabled} />
      ) : (
        <span aria-live="polite">{value}</span>
      )}
      <button
        type="button"
        aria-label="Добавить"
        disabled={disabled || (max !== undefined && value >= max)}
        onClick={() => onChange(1)}
      >
        <Icon name="plus" size={20} />
      </button>
    </fieldset>
  );
}

function NumberInput({
  value,
  onInput,
  disabled,
}: {
  value: number;
  onInput: (value: number) => void;
  disabled: boolean;
}) {
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
      onChange={(event) => setDraft(event.target.value.replace(/\D/g, '').slice(0, 3))}
      onFocus={(event) => event.target.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
