import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import { FIELD_HINTS } from '#contract/people-fields.ts';
import { countryOfPhone, NUMBERING } from '#contract/phone-numbers.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { openNotifyDraftAtom } from '#src/features/notify/notify-draft.atoms.ts';
import { sendNotifyAtom } from '#src/features/notify/notify.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Button } from '#src/ui/Button.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { FormText, FormTick, FormWords, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { Note } from '#src/ui/Note.tsx';
import { FormPhone } from '#src/ui/phone/FormPhone.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';

type Props = { row: ListRow; onClose: () => void };

/** E-mail or phone, and the consent as an act of its own: unticked, beside its document (docs/product/law.md). */
export function NotifyMe({ row, onClose }: Props) {
  const { user } = useAtomValue(sessionAtom);
  const openDraft = useSetAtom(openNotifyDraftAtom);
  const send = useSetAtom(sendNotifyAtom);
  const toast = useSetAtom(showToastAtom);
  const [keep] = useState(openDraft);
  const [asked, setAsked] = useState<string | null>(null);
  const consentAt = useRef<string | null>(null);
  const phone = user.email ? '' : (user.phone ?? '');
  const form = useForm({
    initial: { email: user.email ?? '', phone, country: countryOfPhone(phone).code, consent: false },
    keep,
    // The tick is given anew each time.
    unkept: ['consent'],
    send: async ({ email, phone: number, consent }) => {
      const wish = { productId: row.id, email, phone: number, consent, consentAt: consentAt.current };
      const outcome = await send(wish);
      if (outcome.kind === 'fields' || outcome.kind === 'failed') return outcome;
      if (outcome.kind === 'confirm') setAsked(outcome.message);
      else {
        toast({ text: outcome.message });
        onClose();
      }
      return { kind: 'done' };
    },
  });
  const isGiven = form.values.consent;
  useEffect(() => {
    consentAt.current = isGiven ? new Date().toISOString() : null;
  }, [isGiven]);
  useEffect(holdUpdates, []);

  if (asked !== null) return <AskedByLetter words={asked} onClose={onClose} />;
  return (
    <Sheet open onClose={onClose} title="Сообщить о поступлении">
      <Form form={form}>
        <p className="soft">{row.title}. Напишем один раз, когда товар появится. Достаточно чего-то одного.</p>
        <FormText name="email" label="E-mail" type="email" inputMode="email" autoComplete="email" maxLength={200} />
        <FormPhone
          name="phone"
          countryName="country"
          label="Телефон"
          numbering={NUMBERING}
          notWhole={FIELD_HINTS.phone}
        />
        <FormTick name="consent" label="Согласие">
          Даю{' '}
          <Link href="/kompaniya/soglasie" className="link" target="_blank">
            согласие на обработку персональных данных
          </Link>
        </FormTick>
        <SubmitButton>Сообщить</SubmitButton>
      </Form>
    </Sheet>
  );
}

/** It stays until it is closed: without that letter nothing else will come. */
function AskedByLetter({ words, onClose }: { words: string; onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title="Проверьте почту">
      <FormWords>
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
      </FormWords>
    </Sheet>
  );
}
