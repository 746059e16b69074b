import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import { Button } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { ErrorList, Field } from '../Field.tsx';
import { TextArea } from '../TextArea.tsx';
import { TextInput } from '../TextInput.tsx';
import { useField, useFormState } from './Form.tsx';
import styles from './Form.module.css';

// FormText · FormArea · FormField (any other control) · FormTick · FormPair · FormWords · SubmitButton

type Common = { name: string; label: string; required?: boolean; hint?: string | undefined; className?: string };
type TextProps = Common & Omit<ComponentProps<'input'>, 'value' | 'name' | 'required' | 'className' | 'onChange'>;

/** A line of text; give it `autoComplete`, and `inputMode` where digits are wanted. */
export function FormText({ name, label, required, hint, className, ...input }: TextProps) {
  return (
    <FormField name={name} label={label} required={required} hint={hint} className={className}>
      {(value, set) => <TextInput {...input} name={name} value={value} onChange={(event) => set(event.target.value)} />}
    </FormField>
  );
}

type AreaProps = Common & Omit<ComponentProps<'textarea'>, 'value' | 'name' | 'required' | 'className' | 'onChange'>;
export function FormArea({ name, label, required, hint, className, ...area }: AreaProps) {
  return (
    <FormField name={name} label={label} required={required} hint={hint} className={className}>
      {(value, set) => <TextArea {...area} name={name} value={value} onChange={(event) => set(event.target.value)} />}
    </FormField>
  );
}

type FieldProps = {
  name: string;
  label: string;
  required?: boolean | undefined;
  hint?: ReactNode;
  className?: string | undefined;
  /** One control that passes `id`, `aria-invalid` and `aria-describedby` on to its input. */
  children: (value: string, set: (value: string) => void) => ReactElement<object>;
};
/** Label, control, faults and hint of any control with a text in it. */
export function FormField({ name, label, required, hint, className, children }: FieldProps) {
  const { value, errors, set } = useField(name, label);
  return (
    <Field label={label} error={errors} required={required} hint={hint} className={className} isSilent>
      {children(String(value), set)}
    </Field>
  );
}

/** A box to tick, its faults below. `label` names it in the announcement; its words are the children. */
export function FormTick({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  const { value, errors, set } = useField(name, label);
  const id = useId();
  return (
    <div>
      <Checkbox
        name={name}
        checked={value === true}
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={errors.length > 0 ? id : undefined}
        onChange={(event) => set(event.target.checked)}
      >
        {children}
      </Checkbox>
      <ErrorList id={id} errors={errors} />
    </div>
  );
}

/** Two fields side by side where there is room. `short`: on the phone too. */
export function FormPair({ short = false, children }: { short?: boolean; children: ReactNode }) {
  return <div className={`${styles.pair} ${short ? styles.short : ''}`}>{children}</div>;
}

/** What stands where a form has stood, at the same distances. */
export function FormWords({ children }: { children: ReactNode }) {
  return <div className={styles.form}>{children}</div>;
}

type SubmitProps = {
  children: string;
  /** While it is under way: «Отправляем…». */
  busy?: string;
  /** Why it cannot be sent now; the button is closed and says so. */
  reason?: string | null | undefined;
};
/** The one solid button of a form. Busy it keeps the focus and its place, and a second tap does nothing. */
export function SubmitButton({ children, busy = 'Отправляем…', reason = null }: SubmitProps) {
  const { isBusy } = useFormState();
  const id = useId();
  return (
    <div className={styles.submit}>
      <Button
        type="submit"
        kind="leaf"
        size="lg"
        wide
        disabled={reason !== null}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        aria-describedby={reason === null ? undefined : id}
      >
        {isBusy ? busy : children}
      </Button>
      {reason !== null && (
        <p id={id} className={`small soft ${styles.reason}`}>
          {reason}
        </p>
      )}
    </div>
  );
}
