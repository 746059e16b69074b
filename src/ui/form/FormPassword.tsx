import { Field } from '../Field.tsx';
import { useField } from './Form.tsx';
import { PasswordInput } from './PasswordInput.tsx';

type Props = {
  name: string;
  label: string;
  /** A new one is judged while it is typed; without it the field takes one that exists. */
  min?: number;
  max: number;
};

/** A password that may be looked at. Of a new one it says what is still missing, or that it is good. */
export function FormPassword({ name, label, min, max }: Props) {
  const { value, errors, set } = useField(name, label);
  const typed = String(value);
  return (
    <Field label={label} error={errors} required isSilent hint={min === undefined ? undefined : hintOf(typed, min)}>
      <PasswordInput
        name={name}
        value={typed}
        autoComplete={min === undefined ? 'current-password' : 'new-password'}
        maxLength={max}
        onChange={({ target }) => set(target.value)}
      />
    </Field>
  );
}

function hintOf(password: string, min: number): string {
  const left = min - [...password].length;
  if (password === '') return `Не\u00a0короче ${min}\u00a0знаков`;
  if (left > 0) return `Ещё ${left}\u00a0${left === 1 ? 'знак' : left < 5 ? 'знака' : 'знаков'}`;
  return `Хороший: не\u00a0короче ${min}\u00a0знаков`;
}
