import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { WholesaleApplication } from '#contract/consultants.ts';
import { FIELD_HINTS } from '#contract/people-fields.ts';
import { NUMBERING } from '#contract/phone-numbers.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { Restored } from '#src/features/profile/EditBox.tsx';
import { applyAtom } from '#src/features/profile/wholesale.atoms.ts';
import { applyBody, judgeWholesale, wholesaleFields } from '#src/features/profile/wholesale.rules.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormArea, FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPhone } from '#src/ui/phone/FormPhone.tsx';

/** Company, ИНН, telephone and a word. `refused`: the application that this one mends. */
export function WholesaleForm({ refused }: { refused: WholesaleApplication | null }) {
  const { user } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const apply = useSetAtom(applyAtom);
  const openDraft = useSetAtom(openDraftAtom);
  const toast = useSetAtom(showToastAtom);
  const [keep] = useState(() => openDraft('wholesale'));
  const [isInDoubt, setInDoubt] = useState(false);
  useEffect(holdUpdates, []);
  const form = useForm({
    initial: wholesaleFields(refused, user.phone),
    keep,
    judge: judgeWholesale,
    send: async (fields) => {
      const outcome = await apply({ body: applyBody(fields), onDoubt: () => setInDoubt(true) });
      setInDoubt(false);
      if (outcome.kind !== 'done') return outcome;
      toast({ text: outcome.words });
      return { kind: 'done' };
    },
  });
  return (
    <Form form={form} name="wholesale">
      {form.isRestored && <Restored onDrop={form.reset} />}
      <FormText
        name="company"
        label="Компания"
        required
        autoComplete="organization"
        maxLength={120}
        hint="Как в документах: ООО «Лавка» или ИП Лебедев И. С."
      />
      <FormText
        name="inn"
        label="ИНН"
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        hint="10 цифр организации или 12 цифр предпринимателя"
      />
      <FormPhone
        name="phone"
        countryName="phone_country"
        label="Телефон"
        numbering={NUMBERING}
        notWhole={FIELD_HINTS.phone}
        required
      />
      <FormArea
        name="comment"
        label="Комментарий"
        rows={3}
        maxLength={500}
        hint="Что и сколько вы обычно берёте. Необязательно"
      />
      <SubmitButton
        busy={isInDoubt ? 'Проверяем…' : 'Отправляем…'}
        reason={
          isOnline ? null : 'Нужен интернет: заявку принимает магазин. Набранное остаётся на\u00a0этом устройстве.'
        }
      >
        Отправить заявку
      </SubmitButton>
    </Form>
  );
}
