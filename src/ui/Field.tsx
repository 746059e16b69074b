import { cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';
import { SafeText } from './SafeText.tsx';
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
  /** At the other end of the label's line: the country of a number. */
  aside?: ReactNode;
  /** One message or the server's list; shown under the field and announced. */
  error?: string | readonly string[] | null | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  className?: string | undefined;
  /** Its faults are announced by the form around it (src/ui/form). */
  isSilent?: boolean | undefined;
  /** One control: TextInput, Select or anything that passes id and aria attributes to its input. */
  children: ReactElement<Wired>;
};

export function Field({ label, aside, error, hint, required = false, className, isSilent = false, children }: Props) {
  const id = useId();
  const errors = typeof error === 'string' ? [error] : (error ?? []);
  const described = [errors.length > 0 && `${id}e`, hint && `${id}h`].filter(Boolean).join(' ');
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
          {required && (
            <span aria-hidden="true" className={styles.star}>
              {' '}
              *
            </span>
          )}
        </label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {cloneElement(children, {
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': errors.length > 0 || undefined,
        'aria-required': required || undefined,
      })}
      <ErrorList id={`${id}e`} errors={errors} role={isSilent ? undefined : 'alert'} />
      {hint && (
        <div id={`${id}h`} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

type ErrorListProps = { errors: readonly string[]; id?: string | undefined; role?: 'alert' | undefined };
/** Faults one under the other; their words may hold simple HTML. It is there, hidden, before there are any: else nothing is announced. */
export function ErrorList({ errors, id, role }: ErrorListProps) {
  return (
    <div id={id} role={role} className={styles.errors} hidden={errors.length === 0}>
      {errors.map((text) => (
        <p key={text} className={styles.error}>
          <Icon name="alert" size={18} />
          <span>
            <SafeText text={text} />
          </span>
        </p>
      ))}
    </div>
  );
}
