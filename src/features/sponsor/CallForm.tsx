import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { callConsultant } from '#contract/consultants.ts';
import { judgeBody } from '#contract/judge.ts';
import { MESSAGES } from '#contract/messages.ts';
import { FIELD_HINTS } from '#contract/people-fields.ts';
import { countryOfPhone, NUMBERING } from '#contract/phone-numbers.ts';
import { SUPPORT_TOPICS } from '#contract/tables.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { callBody, callConsultantAtom, type CallFields } from '#src/features/sponsor/contact.atoms.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormArea, FormField, FormText, FormTick, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPhone } from '#src/ui/phone/FormPhone.tsx';
import { Select } from '#src/ui/Select.tsx';

type Props = { productId: number | null; lead: string; onSent: (words: string) => void };

/** Name and number, the rest as one likes. It may be sent without a signal; what is typed outlives a reload. */
export function CallForm({ productId, lead, onSent }: Props) {
  const { user } = useAtomValue(sessionAtom);
  const openDraft = useSetAtom(openDraftAtom);
  const call = useSetAtom(callConsultantAtom);
  const [keep] = useState(() => openDraft('call-cons'));
  const consentAt = useRef<string | null>(null);
  useEffect(holdUpdates, []);
  const form = useForm<CallFields>({
    initial: {
      name: user.isGuest ? '' : (user.name.split(' ')[0] ?? ''),
      phone: user.phone ?? '',
      country: countryOfPhone(user.phone ?? '').code,
      city: user.city?.name ?? '',
      topic: productId === null ? '' : '3',
      comment: '',
      consent: false,
    },
    keep,
    // The tick is given anew each time.
    unkept: ['consent'],
    judge: (fields) =>
      judgeBody(callConsultant, callBody({ ...fields, productId, consentAt: null }, null)).errors ?? null,
    send: async (fields) => {
      const outcome = await call({ ...fields, productId, consentAt: consentAt.current });
      switch (outcome.kind) {
        case 'sent':
          onSent(MESSAGES.callSent);
          return { kind: 'done' };
        case 'waiting':
          onSent(outcome.isTooOften ? MESSAGES.sentLater : 'Отправим при появлении связи');
          return { kind: 'done' };
        case 'fields':
          return outcome;
        case 'failed':
          return { kind: 'failed', text: MESSAGES.tryLater };
      }
    },
  });
  const isGiven = form.values.consent;
  useEffect(() => {
    consentAt.current = isGiven ? new Date().toISOString() : null;
  }, [isGiven]);
  return (
    <Form form={form} name="call-cons">
      <p className="soft">{lead}</p>
      <FormText name="name" label="Имя" required autoComplete="given-name" maxLength={40} />
      <FormPhone
        name="phone"
        countryName="country"
        label="Телефон"
        numbering={NUMBERING}
        notWhole={FIELD_HINTS.phone}
        required
      />
      <FormField name="topic" label="Тема">
        {(value, set) => (
          <Select name="topic" value={value} onChange={({ target }) => set(target.value)}>
            <option value="">Не выбрана</option>
            {Object.entries(SUPPORT_TOPICS).map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormText name="city" label="Город" autoComplete="address-level2" maxLength={60} />
      <FormArea name="comment" label="Вопрос" rows={3} maxLength={1000} />
      <FormTick name="consent" label="Согласие">
        Даю{' '}
        <Link href="/kompaniya/soglasie" className="link" target="_blank">
          согласие на обработку персональных данных
        </Link>
      </FormTick>
      <SubmitButton>Отправить</SubmitButton>
      <p className="small soft">
        Нажимая на кнопку «Отправить», я соглашаюсь с{' '}
        <Link href="/kompaniya/privacy-policy" className="link" target="_blank">
          политикой защиты персональных данных
        </Link>
      </p>
    </Form>
  );
}
