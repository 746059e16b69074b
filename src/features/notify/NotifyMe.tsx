import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { keepNotifyDraftAtom, readNotifyDraftAtom, sendNotifyAtom } from '#src/features/notify/notify.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './NotifyMe.module.css';

type Props = { row: ListRow; onClose: () => void };

/** E-mail or phone, and the consent as an act of its own: unticked, beside its document (docs/product/law.md). */
export function NotifyMe({ row, onClose }: Props) {
  const { user } = useAtomValue(sessionAtom);
  const readDraft = useSetAtom(readNotifyDraftAtom);
  const keepDraft = useSetAtom(keepNotifyDraftAtom);
  const send = useSetAtom(sendNotifyAtom);
  const toast = useSetAtom(showToastAtom);
  const [draft, setDraft] = useState({ email: user.email ?? '', phone: user.email ? '' : (user.phone ?? '') });
  const [consentAt, setConsentAt] = useState<string | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isTyped = useRef(false);

  useEffect(holdUpdates, []);
  useEffect(() => {
    void readDraft().then((kept) => {
      if (kept && !isTyped.current)
        setDraft((now) => ({ email: kept.email || now.email, phone: kept.phone || now.phone }));
    });
  }, [readDraft]);

  const write = (field: 'email' | 'phone', value: string) => {
    isTyped.current = true;
    const next = { ...draft, [field]: value };
    setDraft(next);
    setErrors(({ [field]: _fixed, ...others }) => others);
    void keepDraft(next);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const outcome = await send({ productId: row.id, ...draft, consent: consentAt !== null, consentAt });
    setBusy(false);
    switch (outcome.kind) {
      case 'done':
        toast({ text: outcome.message });
        onClose();
        break;
      case 'confirm':
        setAsked(outcome.message);
        break;
      case 'fields':
        setErrors(outcome.errors);
        setFailed(null);
        // Runs after the messages are drawn: the first faulty control gets the focus.
        requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
        break;
      case 'failed':
        setFailed(outcome.text);
    }
  };
  if (asked !== null) return <AskedByLetter words={asked} onClose={onClose} />;
  return (
    <Sheet open onClose={onClose} title="Сообщить о поступлении">
      <form ref={form} className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
        <p className="soft">{row.title}. Напишем один раз, когда товар появится. Достаточно чего-то одного.</p>
        <Field label="E-mail" error={errors.email}>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            value={draft.email}
            onChange={(event) => write('email', event.target.value)}
            maxLength={200}
          />
        </Field>
        <Field label="Телефон" error={errors.phone}>
          <TextInput
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            value={draft.phone}
            onChange={(event) => write('phone', event.target.value)}
            maxLength={22}
          />
        </Field>
        <div>
          <Checkbox
            checked={consentAt !== null}
            aria-invalid={errors.consent ? true : undefined}
            aria-describedby={errors.consent ? 'notify-consent-error' : undefined}
            onChange={(event) => {
              setConsentAt(event.target.checked ? new Date().toISOString() : null);
              setErrors(({ consent: _fixed, ...others }) => others);
            }}
          >
            Даю{' '}
            <Link href="/kompaniya/soglasie" className="link" target="_blank">
              согласие на обработку персональных данных
            </Link>
          </Checkbox>
          <p id="notify-consent-error" role="alert" className={styles.error} hidden={!errors.consent}>
            <Icon name="alert" size={18} />
            {errors.consent?.[0]}
          </p>
        </div>
        <p role="alert" className={styles.error} hidden={!failed}>
          <Icon name="alert" size={18} />
          {failed}
        </p>
        <Button kind="leaf" type="submit" size="lg" wide aria-disabled={isBusy || undefined}>
          {isBusy ? 'Отправляем…' : 'Сообщить'}
        </Button>
      </form>
    </Sheet>
  );
}

/** It stays until it is closed: without that letter nothing else will come. */
function AskedByLetter({ words, onClose }: { words: string; onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title="Проверьте почту">
      <div className={styles.form}>
        <Note kind="leaf" icon="bell">
          <output>{words}.</output>
        </Note>
        <p className="soft small">
          Ссылка действует 14 дней. Если письма нет, посмотрите в «Спаме» или отправьте форму ещё раз через минуту:
          пришлём повторно.
        </p>
        <Button kind="leaf" size="lg" wide onClick={onClose}>
          Понятно
        </Button>
      </div>
    </Sheet>
  );
}
