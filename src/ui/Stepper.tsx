import type { ReactNode } from 'react';
import { closedBy } from './closed-by.ts';
import { Icon } from './Icon.tsx';
import styles from './Stepper.module.css';

type Props = {
  value: number;
  min?: number | undefined;
  max?: number | undefined;
  onChange: (delta: 1 | -1) => void;
  /** A StepperInput in the place of the number, where it can be typed. */
  input?: ReactNode;
  tone?: 'leaf' | 'line' | undefined;
  label?: string | undefined;
  /** Id of what is counted, named behind «Убавить» and «Добавить»: a page holds many of them. */
  of?: string | undefined;
  disabled?: boolean | undefined;
  /** Closed for a reason that a person should meet: stays reachable and says why, and `onChange` still hears the tap. */
  barred?: string | undefined;
};

/** The same box as the button it replaces, so nothing moves. */
export function Stepper({
  value,
  min = 0,
  max,
  onChange,
  input,
  tone = 'leaf',
  label = 'Количество',
  of,
  disabled = false,
  barred,
}: Props) {
  const why = closedBy(barred);
  return (
    <fieldset aria-label={label} className={`${styles.step} ${styles[tone]}`}>
      <button
        type="button"
        aria-label="Убавить"
        aria-describedby={of}
        disabled={disabled || value <= min}
        onClick={() => onChange(-1)}
        {...why}
      >
        <Icon name="minus" size={20} />
      </button>
      {input ?? <span aria-live="polite">{value}</span>}
      <button
        type="button"
        aria-label="Добавить"
        aria-describedby={of}
        disabled={disabled || (max !== undefined && value >= max)}
        onClick={() => onChange(1)}
        {...why}
      >
        <Icon name="plus" size={20} />
      </button>
    </fieldset>
  );
}
