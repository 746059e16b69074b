import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { FIELD_HINTS } from '#contract/people-fields.ts';
import { NUMBERING } from '#contract/phone-numbers.ts';
import { formatPhone } from '#contract/phones.ts';
import type { Profile } from '#contract/profile.ts';
import type { SentCode } from '#contract/registration.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { Buttons, EditBox, Restored } from '#src/features/profile/EditBox.tsx';
import { contactBody, type ContactFields, judgeContact } from '#src/features/profile/profile-form.rules.ts';
import { askContactAtom, confirmContactAtom } from '#src/features/profile/profile.atoms.ts';
import { useOffline } from '#src/features/profile/use-profile-form.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPhone } from '#src/ui/phone/FormPhone.tsx';
import styles from './Profile.module.css';

/** The field for a code, which registration has too: the screen gives it. */
export type CodeSlot = (props: {
  sent: SentCode | null;
  submit: string;
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
}) => ReactNode;
type Type = 'email' | 'phone';
type Props = { type: Type; profile: Profile; code: CodeSlot; onClose: () => void };

const WORDS = {
  email: { title: 'Эл. почта', label: 'Новый адрес', done: 'Новая почта подтверждена' },
  phone: { title: 'Телефон', label: 'Новый телефон', done: 'Новый телефон подтверждён' },
} as const;

/** A new telephone or mailbox: where to, then the code that came there. Until it is right the old one is good. */
export function ContactForm({ type, profile, code, onClose }: Props) {
  const confirm = useSetAtom(confirmContactAtom);
  const ask = useSetAtom(askContactAtom);
  const toast = useSetAtom(showToastAtom);
  const [asked, setAsked] = useState<ContactFields | null>(null);
  const [isOther, setOther] = useState(false);
  const waiting = profile.waiting?.type === type && !isOther ? profile.waiting : null;
  useEffect(holdUpdates, []);
  const { title, done } = WORDS[type];
  if (waiting === null)
    return (
      <Address
        type={type}
        profile={profile}
        onClose={onClose}
        onAsked={(fields) => {
          setAsked(fields);
          setOther(false);
        }}
      />
    );
  const again = async () => {
    if (asked === null) return setOther(true);
    const outcome = await ask(contactBody(type, asked));
    if (outcome.kind === 'failed') toast({ text: outcome.text });
  };
  return (
    <EditBox title={title}>
      <p className="soft">
        {profile[type].confirmed && 'Прежний адрес действует, пока вы не ввели код. '}
        <button type="button" className={`link ${styles.plain}`} onClick={() => setOther(true)}>
          Другой адрес
        </button>
      </p>
      {code({
        sent: waiting,
        submit: 'Подтвердить',
        onCode: async (digits) => {
          await confirm({ type, code: digits });
          toast({ text: done });
          onClose();
        },
        onResend: again,
      })}
    </EditBox>
  );
}

type AddressProps = Omit<Props, 'code'> & { onAsked: (fields: ContactFields) => void };
function Address({ type, profile, onAsked, onClose }: AddressProps) {
  const offline = useOffline();
  const ask = useSetAtom(askContactAtom);
  const openDraft = useSetAtom(openDraftAtom);
  const [keep] = useState(() => openDraft(`profile:${type}`));
  const { value, confirmed } = profile[type];
  const unconfirmed = confirmed ? '' : (value ?? '');
  const form = useForm<ContactFields>({
    initial: {
      email: type === 'email' ? unconfirmed : '',
      phone: type === 'phone' ? unconfirmed : '',
      phone_country: profile.phone_country,
    },
    keep,
    judge: (fields) => judgeContact(type, fields),
    send: async (fields) => {
      const outcome = await ask(contactBody(type, fields));
      if (outcome.kind === 'done') onAsked(fields);
      return outcome;
    },
  });
  const cancel = () => {
    form.reset();
    onClose();
  };
  const now = value && confirmed ? `Сейчас: ${type === 'phone' ? formatPhone(value) : value}` : undefined;
  const { title, label } = WORDS[type];
  return (
    <EditBox title={title}>
      <Form form={form} name={`profile-${type}`}>
        {form.isRestored && <Restored onDrop={form.reset} />}
        {type === 'email' ? (
          <FormText
            name="email"
            label={label}
            hint={now}
            required
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
          />
        ) : (
          <FormPhone
            name="phone"
            countryName="phone_country"
            label={label}
            numbering={NUMBERING}
            notWhole={FIELD_HINTS.phone}
            required
          />
        )}
        {type === 'phone' && now && <p className="small soft num">{now}</p>}
        <Buttons
          onCancel={cancel}
          submit={
            <SubmitButton busy="Отправляем код…" reason={offline}>
              Получить код
            </SubmitButton>
          }
        />
      </Form>
    </EditBox>
  );
}
