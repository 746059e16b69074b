import { cloneElement, type ReactElement, useId } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Field.module.css';

export { TextInput } from './TextInput.tsx';

type Wired = {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-required'?: boolean | undefined;
};
type Props = {
  label: string;
  /** One message or the server's list; shown under the field and announced. */
  error?: string | readonly string[] | null | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
  /** One control: TextInput, Select or anything that passes id and aria attributes to its input. */
  children: ReactElement<Wired>;
};

export function Field({ label, error, hint, required = false, className, children }: Props) {
  const id = useId();
  const errors = typeof error === 'string' ? [error] : (error ?? []);
  const described = [errors.length > 0 && `${id}e`, hint && `${id}h`].filter(Boolean).join(' ');
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {cloneElement(children, {
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': errors.length > 0 || undefined,
        'aria-required': required || undefined,
      })}
      <div id={`${id}e`} role="alert" className={styles.errors} hidden={errors.length === 0}>
        {errors.map((text) => (
          <p key={text} className={styles.error}>
            <Icon name="alert" size={18} />
            {text}
          </p>
        ))}
      </div>
      {hint && (
        <p id={`${id}h`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
