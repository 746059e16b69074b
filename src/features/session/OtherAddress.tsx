import { useState } from 'react';
import { FIELD_HINTS, isEmail } from '#contract/people-fields.ts';
import { isWholePhone, NUMBERING } from '#contract/phone-numbers.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPhone } from '#src/ui/phone/FormPhone.tsx';

type Address = { email: string } | { phone: string };
/** Mistyped, or taken by somebody else: the code goes to another one. */
export function OtherAddress({ onSend }: { onSend: (to: Address) => Promise<void> }) {
  const [by, setBy] = useState<'email' | 'phone' | null>(null);
  if (by === null)
    return (
      <p className="small soft">
        Адрес неверный?{' '}
        <button type="button" className="link" onClick={() => setBy('phone')}>
          Другой телефон
        </button>{' '}
        или{' '}
        <button type="button" className="link" onClick={() => setBy('email')}>
          другая почта
        </button>
      </p>
    );
  return <To key={by} by={by} onSend={onSend} onDone={() => setBy(null)} />;
}

type ToProps = { by: 'email' | 'phone'; onSend: (to: Address) => Promise<void>; onDone: () => void };
function To({ by, onSend, onDone }: ToProps) {
  const form = useForm({
    initial: { email: '', phone: '', phone_country: 'ru' },
    judge: ({ email, phone }): FieldErrors | null => {
      if (by === 'email') return isEmail(email.trim()) ? null : { email: [FIELD_HINTS.email] };
      return isWholePhone(phone) ? null : { phone: [FIELD_HINTS.phone] };
    },
    send: async ({ email, phone }) => {
      try {
        await onSend(by === 'email' ? { email } : { phone });
        onDone();
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      }
    },
  });
  return (
    <Form form={form} name="other-address">
      {by === 'email' ? (
        <FormText name="email" label="Эл. почта" required type="email" autoComplete="email" maxLength={200} />
      ) : (
        <FormPhone
          name="phone"
          countryName="phone_country"
          label="Телефон"
          numbering={NUMBERING}
          notWhole={FIELD_HINTS.phone}
          required
        />
      )}
      <SubmitButton busy="Отправляем код…">Отправить код сюда</SubmitButton>
    </Form>
  );
}
