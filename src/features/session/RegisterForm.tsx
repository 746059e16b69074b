import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import { FIELD_HINTS } from '#contract/people-fields.ts';
import { NUMBERING } from '#contract/phone-numbers.ts';
import { CONSULTANT_AGE, needsEmail, PASSWORD } from '#contract/registration.ts';
import { type Invitation, registerAtom } from '#src/features/session/registration.atoms.ts';
import { ConsultantField, NOBODY, useConsultant } from '#src/features/session/ConsultantField.tsx';
import {
  bodyOf,
  CITY_NAMES,
  consNumberOf,
  emptyFields,
  judgeRegistration,
  type RegisterFields,
  UNKEPT,
} from '#src/features/session/register-form.rules.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import type { FormDraft } from '#src/platform/memory/form-drafts.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { TextInput } from '#src/ui/Field.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { FormField, FormPair, FormText, FormTick, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { FormPassword } from '#src/ui/form/FormPassword.tsx';
import type { Form as FormState } from '#src/ui/form/form.types.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPhone } from '#src/ui/phone/FormPhone.tsx';
import styles from './Registration.module.css';

type Props = {
  /** Registration number of the consultant by whose link this visit came, as a number. */
  invitedBy?: number | null;
  /** Nobody has invited this visit, so a number may be typed. */
  asksNumber?: boolean;
  /** Whose guest an empty number means, when it is not whoever this visit came by. */
  otherwise?: number;
  /** The link of an invitation, and what it knows: it stands in the fields until something else is typed. */
  invitation?: Invitation | null;
  /** What the phone knows of the person from elsewhere: it fills what this form's own draft leaves empty. Never throws. */
  known?: () => Promise<Readonly<Record<string, string>>>;
};

/** The form of «Регистрация». What is typed outlives a reload and a lost signal; passwords and ticks do not stay on the phone. */
export function RegisterForm({ invitedBy = null, asksNumber = false, otherwise, invitation = null, known }: Props) {
  const { isOnline } = useAtomValue(networkAtom);
  const openDraft = useSetAtom(openDraftAtom);
  const register = useSetAtom(registerAtom);
  const [keep] = useState(() => withKnown(openDraft('registration'), known));
  const consultant = useConsultant();
  useEffect(holdUpdates, []);
  const form = useForm<RegisterFields>({
    initial: { ...emptyFields(''), ...invitation?.known },
    keep,
    unkept: UNKEPT,
    judge: async (fields) => {
      const wrong = judgeRegistration(asksNumber ? fields : { ...fields, sponsor_number: '' });
      if (wrong !== null || !asksNumber) return wrong;
      const looked = await consultant.look(fields.sponsor_number);
      return looked !== null && looked.who === null ? { sponsor_number: [NOBODY] } : null;
    },
    send: async (fields) => {
      try {
        const typed = asksNumber ? consNumberOf(fields.sponsor_number) : null;
        const sponsorId = invitedBy ?? typed ?? otherwise ?? null;
        await register(bodyOf(fields, { sponsorId, invitation: invitation?.token ?? null }));
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      }
    },
  });
  const isCons = form.values.type === 'cons';
  const isEmailNeeded = needsEmail(form.values);
  return (
    <Form form={form} name="registration">
      <Choice
        form={form}
        name="type"
        label="Я буду"
        options={[
          ['client', 'покупать'],
          ['cons', 'и рекомендовать'],
        ]}
      />
      <FormPair>
        <FormText name="first_name" label="Имя" required autoComplete="given-name" maxLength={60} />
        <FormText name="last_name" label="Фамилия" required autoComplete="family-name" maxLength={60} />
      </FormPair>
      {isCons && (
        <FormPair>
          <FormText name="middle_name" label="Отчество" autoComplete="additional-name" maxLength={60} />
          <FormText
            name="birthday"
            label="Дата рождения"
            required
            placeholder="14.06.1991"
            inputMode="numeric"
            autoComplete="bday"
            maxLength={10}
            hint={`Консультантом можно стать с\u00a0${CONSULTANT_AGE}\u00a0лет`}
          />
        </FormPair>
      )}
      <FormPair>
        <FormPhone
          name="phone"
          countryName="phone_country"
          label="Телефон"
          numbering={NUMBERING}
          notWhole={FIELD_HINTS.phone}
          required
        />
        <FormText
          name="email"
          label="Эл. почта"
          required={isEmailNeeded}
          hint={isCons ? 'Для отчётов и чеков' : isEmailNeeded ? 'Для кода и чеков' : 'Для чеков. Можно добавить потом'}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
        />
      </FormPair>
      <FormPair>
        <Choice
          form={form}
          name="confirm_by"
          label="Код подтверждения придёт"
          options={[
            ['phone', 'на телефон'],
            ['email', 'на почту'],
          ]}
        />
        <CityField />
      </FormPair>
      {asksNumber && (
        <ConsultantField
          typed={form.values.sponsor_number}
          consultant={consultant}
          onClear={() => form.set({ sponsor_number: '' })}
        />
      )}
      <FormPassword name="password" label="Пароль" min={PASSWORD.min} max={PASSWORD.max} />
      <Consents isCons={isCons} />
      <SubmitButton
        busy="Отправляем код…"
        reason={isOnline ? null : 'Нужен интернет: код присылает магазин. Набранное остаётся на\u00a0этом устройстве.'}
      >
        Получить код
      </SubmitButton>
    </Form>
  );
}

function withKnown(draft: FormDraft, known: Props['known']): FormDraft {
  const read = async () => {
    const [kept = {}, before = {}] = await Promise.all([draft.read(), known?.()]);
    return { ...before, ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== '')) };
  };
  return { ...draft, read };
}

function CityField() {
  const list = useId();
  return (
    <div>
      <FormField name="city_id" label="Город" required>
        {(value, set) => (
          <TextInput
            name="city_id"
            value={value}
            list={list}
            autoComplete="address-level2"
            maxLength={60}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </FormField>
      <datalist id={list}>
        {CITY_NAMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </div>
  );
}

type ChoiceProps = {
  form: FormState<RegisterFields>;
  name: 'type' | 'confirm_by';
  label: string;
  options: readonly (readonly [value: string, words: string])[];
};
/** One of two, side by side. */
function Choice({ form, name, label, options }: ChoiceProps) {
  return (
    <fieldset className={styles.segment}>
      <legend>{label}</legend>
      {options.map(([value, words]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={form.values[name] === value}
            onChange={() => form.set({ [name]: value })}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

export function Consents({ isCons }: { isCons: boolean }) {
  return (
    <div className={styles.ticks}>
      <FormTick name="consents.personal" label="Согласие на обработку персональных данных">
        Даю <Paper href="/kompaniya/soglasie">согласие на обработку персональных данных</Paper> для кабинета
      </FormTick>
      <FormTick name="consents.offer" label="Публичная оферта">
        Принимаю <Paper href="/kompaniya/oferta">публичную оферту</Paper>
      </FormTick>
      {isCons && (
        <FormTick name="consents.agreement" label="Договор консультанта">
          Принимаю <Paper href="/kompaniya/dogovor-konsultanta">договор консультанта</Paper>. Доход зависит от личных
          усилий и{'\u00a0'}не{'\u00a0'}гарантирован
        </FormTick>
      )}
      <FormTick name="consents.marketing" label="Новости и акции">
        Хочу получать <Paper href="/kompaniya/soglasie-reklama">новости и{'\u00a0'}акции</Paper>.{' '}
        <span className="mute">Необязательно</span>
      </FormTick>
      <FormTick name="consents.sponsor_contacts" label="Показывать мой телефон консультанту">
        Показывать мой телефон консультанту. <span className="mute">Необязательно</span>
      </FormTick>
    </div>
  );
}
const Paper = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="link" target="_blank">
    {children}
  </Link>
);
