import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Profile } from '#contract/profile.ts';
import { AGREEMENT_VERSION, CONSULTANT_AGE } from '#contract/registration.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { becomeConsultantAtom } from '#src/features/profile/become.atoms.ts';
import { becomeBody, becomeFields, judgeBecome, missingFor } from '#src/features/profile/become.rules.ts';
import { Restored } from '#src/features/profile/EditBox.tsx';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormPair, FormText, FormTick, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const DAY = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
// «… 2026 г.» would end a sentence that goes on.
const version = DAY.format(new Date(AGREEMENT_VERSION)).replace(/\s?г\.$/u, '');

/** Birthday, second name, and a tick that nobody has set beforehand. */
export function BecomeForm({ profile }: { profile: Profile }) {
  const { isOnline } = useAtomValue(networkAtom);
  const become = useSetAtom(becomeConsultantAtom);
  const openDraft = useSetAtom(openDraftAtom);
  const toast = useSetAtom(showToastAtom);
  const [, go] = useLocation();
  const [keep] = useState(() => openDraft('become-consultant'));
  const [isInDoubt, setInDoubt] = useState(false);
  useEffect(holdUpdates, []);
  const form = useForm({
    initial: becomeFields(profile),
    keep,
    unkept: ['agreement'],
    judge: judgeBecome,
    send: async (fields) => {
      const outcome = await become({ body: becomeBody(fields), onDoubt: () => setInDoubt(true) });
      setInDoubt(false);
      if (outcome.kind !== 'done') return outcome;
      toast({ text: `Теперь вы консультант. Ваш номер ${outcome.consId ?? ''}`.trim() });
      go('/user', { replace: true });
      return { kind: 'done' };
    },
  });
  return (
    <Form form={form} name="become-consultant">
      {form.isRestored && <Restored onDrop={form.reset} />}
      <FormPair>
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
        <FormText name="middle_name" label="Отчество" autoComplete="additional-name" maxLength={60} />
      </FormPair>
      <FormTick name="agreement" label="Договор консультанта">
        Принимаю{' '}
        <Link href="/kompaniya/dogovor-konsultanta" className="link" target="_blank">
          договор консультанта
        </Link>
        , редакция от {version}. Доход зависит от личных усилий и{'\u00a0'}не{'\u00a0'}гарантирован
      </FormTick>
      <SubmitButton busy={isInDoubt ? 'Проверяем…' : 'Отправляем…'} reason={whyClosed(profile, isOnline)}>
        Стать консультантом
      </SubmitButton>
    </Form>
  );
}

function whyClosed(profile: Profile, isOnline: boolean): string | null {
  if (!isOnline) return 'Нужен интернет: номер выдаёт магазин. Набранное остаётся на\u00a0этом устройстве.';
  if (missingFor(profile).length === 0) return null;
  return 'Сначала подтвердите и\u00a0телефон, и\u00a0почту: у\u00a0консультанта есть оба адреса.';
}
