import { createContext, type FormEvent, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { ErrorList } from '../Field.tsx';
import { Note } from '../Note.tsx';
import { SafeText } from '../SafeText.tsx';
import type { Form as FormState, FormValues } from './form.types.ts';
import styles from './Form.module.css';

type Shared = {
  form: Pick<FormState, 'values' | 'errors' | 'isBusy'> & { set(changes: FormValues): void };
  /** Which fields are on the screen, by name, with their labels. */
  labels: Map<string, string>;
};
const FormContext = createContext<Shared | null>(null);

/** A field of the form around it. @throws when there is none, or none of this name: a slip shows at once */
export function useField(name: string, label: string) {
  const shared = use(FormContext);
  if (!shared) throw new Error(`the field ${name} stands in no form`);
  const { form, labels } = shared;
  const value = form.values[name];
  if (value === undefined) throw new Error(`the form has no field ${name}`);
  useEffect(() => {
    labels.set(name, label);
    return () => void labels.delete(name);
  }, [labels, name, label]);
  return { value, errors: form.errors[name] ?? [], set: (next: string | boolean) => form.set({ [name]: next }) };
}
export const useFormState = (): Pick<FormState, 'isBusy'> => use(FormContext)?.form ?? { isBusy: false };

type Props<V extends FormValues> = {
  form: FormState<V>;
  children: ReactNode;
  className?: string | undefined;
  name?: string;
};

/**
 * After a refusal the first faulty field has the focus, and one polite status names them all. Faults that no field on the screen owns
 * stand above the form, and so do words for the whole of it.
 */
export function Form<V extends FormValues>({ form, children, className, name }: Props<V>) {
  const ref = useRef<HTMLFormElement>(null);
  const [labels] = useState(() => new Map<string, string>());
  const [told, setTold] = useState<{ said: string; homeless: readonly string[] }>({ said: '', homeless: [] });
  const { errors, failed, refusals } = form;

  useEffect(() => {
    if (refusals === 0) return;
    const faulty = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    faulty?.focus();
    const named = [...labels].filter(([field]) => errors[field]).map(([, label]) => label);
    // The same words twice are said twice only when they differ.
    const again = refusals % 2 === 0 ? '\u00a0' : '';
    const words = `${named.length === 1 ? 'Исправьте поле' : 'Исправьте поля'}: ${named.join(', ')}${again}`;
    setTold({
      said: named.length === 0 ? '' : words,
      homeless: Object.keys(errors).filter((field) => !labels.has(field)),
    });
    // Once per refusal: a fault that goes while the person types is not told again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [refusals]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  // A changed field is one of this form's: useField has compared the name.
  const shared: Shared = { form: { ...form, set: (changes) => form.set(changes as Partial<V>) }, labels };
  return (
    <FormContext value={shared}>
      <form ref={ref} name={name} noValidate className={`${styles.form} ${className ?? ''}`} onSubmit={onSubmit}>
        <ErrorList errors={told.homeless.flatMap((field) => errors[field] ?? [])} role="alert" />
        {children}
        <div role="alert" hidden={failed === null}>
          {failed !== null && (
            <Note kind="error" icon="alert">
              <SafeText text={failed} />
            </Note>
          )}
        </div>
        <output className="sr">{told.said}</output>
      </form>
    </FormContext>
  );
}
