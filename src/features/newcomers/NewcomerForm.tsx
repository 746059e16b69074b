import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { FIELD_HINTS } from '#contract/people-fields.ts';
import { NUMBERING } from '#contract/phone-numbers.ts';
import {
  emptyNewcomer,
  judgeNewcomer,
  newcomerBody,
  type NewcomerFields,
} from '#src/features/newcomers/newcomer-form.rules.ts';
import { type Invited, inviteNewcomerAtom } from '#src/features/newcomers/newcomers.atoms.ts';
import { SponsorChoice } from '#src/features/newcomers/SponsorChoice.tsx';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormPair, FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPhone } from '#src/ui/phone/FormPhone.tsx';

/** Name and number of the newcomer, nothing more: password, consents and code are their own. */
export function NewcomerForm({ onDone }: { onDone: (invited: Invited, name: string) => void }) {
  const { isOnline } = useAtomValue(networkAtom);
  const openDraft = useSetAtom(openDraftAtom);
  const invite = useSetAtom(inviteNewcomerAtom);
  const [keep] = useState(() => openDraft('newcomer'));
  useEffect(holdUpdates, []);
  const form = useForm<NewcomerFields>({
    initial: emptyNewcomer,
    keep,
    judge: judgeNewcomer,
    send: async (fields) => {
      try {
        onDone(await invite(newcomerBody(fields)), `${fields.first_name.trim()} ${fields.last_name.trim()}`);
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      }
    },
  });
  const { sponsor_id: number, sponsor_name: name } = form.values;
  return (
    <Form form={form} name="newcomer">
      <FormPair>
        <FormText name="first_name" label="Имя" required autoComplete="off" maxLength={60} />
        <FormText name="last_name" label="Фамилия" required autoComplete="off" maxLength={60} />
      </FormPair>
      <FormPhone
        name="phone"
        countryName="phone_country"
        label="Телефон"
        numbering={NUMBERING}
        notWhole={FIELD_HINTS.phone}
        required
        autoComplete="off"
      />
      <SponsorChoice
        chosen={number === '' ? null : { cons_id: number, name }}
        fault={form.errors.sponsor_id?.[0]}
        onChoose={(next) => form.set({ sponsor_id: next?.cons_id ?? '', sponsor_name: next?.name ?? '' })}
      />
      <SubmitButton
        busy="Готовим ссылку…"
        reason={isOnline ? null : 'Нужен интернет: ссылку делает магазин. Набранное остаётся на\u00a0этом устройстве.'}
      >
        Отправить ссылку новичку
      </SubmitButton>
      <p className="small soft">Пароль, согласия и код новичок вводит сам: так велит закон.</p>
    </Form>
  );
}
