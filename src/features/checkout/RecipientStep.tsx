import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { countryOfPhone, NUMBERING } from '#contract/phone-numbers.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { draftAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import { EnterForm } from '#src/features/checkout/EnterForm.tsx';
import type { RecipientDraft } from '#src/features/checkout/checkout.types.ts';
import { Field, TextInput } from '#src/ui/Field.tsx';
import type { Country } from '#src/ui/phone/phone.types.ts';
import { PhoneInput } from '#src/ui/phone/PhoneInput.tsx';
import styles from './Checkout.module.css';

type Props = {
  errors: FieldErrors;
  onFix: (field: keyof RecipientDraft) => void;
  /** Enter in a field is the button of the step. */
  onEnter: () => void;
};

/** Who gets the parcel. The letter with the receipt needs an e-mail; without one everything goes to the phone. */
export function RecipientStep({ errors, onFix, onEnter }: Props) {
  const draft = useAtomValue(draftAtom);
  const write = useSetAtom(writeDraftAtom);
  const [country, setCountry] = useState<Country>(() => countryOfPhone(draft?.recipient.phone));
  const [fault, setFault] = useState<string | null>(null);
  if (!draft) return null;
  const { recipient } = draft;
  const change = (field: keyof RecipientDraft, value: string) => {
    write({ recipient: { ...recipient, [field]: value } });
    onFix(field);
  };
  return (
    <EnterForm className={styles.fields} onEnter={onEnter}>
      <Field label="Имя и фамилия" required error={errors.name}>
        <TextInput
          name="name"
          autoComplete="name"
          value={recipient.name}
          maxLength={40}
          onChange={(event) => change('name', event.target.value)}
        />
      </Field>
      <Field label="Телефон" required error={errors.phone ?? fault}>
        <PhoneInput
          name="phone"
          autoComplete="tel"
          numbering={NUMBERING}
          country={country}
          phone={recipient.phone}
          onChange={(next) => {
            setFault(null);
            setCountry(next.country);
            change('phone', next.phone);
          }}
          onForeign={() => setFault('Этого кода нет среди стран магазина. Выберите страну из списка')}
        />
      </Field>
      <Field label="Эл. почта" error={errors.email} hint="Сюда придёт чек. Без почты — сообщением на телефон">
        <TextInput
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={recipient.email}
          maxLength={200}
          onChange={(event) => change('email', event.target.value)}
        />
      </Field>
    </EnterForm>
  );
}
