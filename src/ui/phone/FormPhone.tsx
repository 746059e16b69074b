import { useState } from 'react';
import { Field } from '../Field.tsx';
import { useField } from '../form/Form.tsx';
import { PhoneInput } from './PhoneInput.tsx';
import type { Numbering } from './phone.types.ts';

type Props = {
  /** The field of the number, E.164. */
  name: string;
  /** The field of its country's code. */
  countryName: string;
  label: string;
  numbering: Numbering;
  /** What is said of a number that is left before it is whole. */
  notWhole: string;
  required?: boolean;
  hint?: string | undefined;
  autoComplete?: string;
};
const FOREIGN = 'Этого кода нет среди стран магазина. Выберите страну из списка';

/** A number and its country in a form. What is wrong with either stands under it. */
export function FormPhone({ name, countryName, label, numbering, notWhole, required, hint, autoComplete }: Props) {
  const phone = useField(name, label);
  const chosen = useField(countryName, label);
  const [fault, setFault] = useState<string | null>(null);
  const country = numbering.countries.find(({ code }) => code === chosen.value) ?? numbering.countries[0]!; // Never empty.
  const value = String(phone.value);
  const national = numbering.nationalOf(value, country);
  const errors = [...phone.errors, ...chosen.errors];
  const shown = errors.length > 0 || fault === null ? errors : [fault];
  const count = `${country.lengthNumber}\u00a0цифр после\u00a0+${country.dialCode}`;
  return (
    <Field
      label={label}
      aside={country.name}
      error={shown}
      hint={hint ?? (country.dialCode === numbering.countries[0]?.dialCode ? undefined : count)}
      required={required}
      isSilent
    >
      <PhoneInput
        name={name}
        numbering={numbering}
        country={country}
        phone={value}
        autoComplete={autoComplete ?? 'tel'}
        onChange={(next) => {
          setFault(null);
          chosen.set(next.country.code);
          phone.set(next.phone);
        }}
        onLeave={() => setFault(national !== '' && national.length < country.lengthNumber ? notWhole : null)}
        onForeign={() => setFault(FOREIGN)}
      />
    </Field>
  );
}
