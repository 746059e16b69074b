import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { FIELD_HINTS } from '#contract/people-fields.ts';
import { NUMBERING } from '#contract/phone-numbers.ts';
import { emptyFields, fieldsOf, inLine, judgeFields } from '#src/features/addresses/address-form.rules.ts';
import { giveUpAddressAtom, saveAddressAtom } from '#src/features/addresses/addresses.atoms.ts';
import { AddressLine } from '#src/features/addresses/AddressLine.tsx';
import { AddressParts } from '#src/features/addresses/AddressParts.tsx';
import type { Address, AddressFields } from '#src/features/addresses/addresses.types.ts';
import { IndexField } from '#src/features/addresses/IndexField.tsx';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Button } from '#src/ui/Button.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { FormPair, FormText, FormTick, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPhone } from '#src/ui/phone/FormPhone.tsx';
import styles from './Addresses.module.css';

type Props = { /** Which one is changed; without it a new one. */ address?: Address; onClose: () => void };

/** One address. What is typed is kept as a draft until it is saved or given up; without a signal it is never sent. */
export function AddressForm({ address, onClose }: Props) {
  const { user } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const openDraft = useSetAtom(openDraftAtom);
  const save = useSetAtom(saveAddressAtom);
  const giveUp = useSetAtom(giveUpAddressAtom);
  const toast = useSetAtom(showToastAtom);
  const [keep] = useState(() => openDraft(`address:${address?.id ?? 'new'}`));
  const [isParts, setParts] = useState(false);
  const [isInDoubt, setInDoubt] = useState(false);
  useEffect(holdUpdates, []);
  // The button that opened it has gone: the focus goes where one begins to type.
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);

  const judged = (errors: ReturnType<typeof judgeFields>, fields: AddressFields) =>
    errors === null || isParts ? errors : inLine(errors, fields);
  const form = useForm<AddressFields>({
    initial: address ? fieldsOf(address) : emptyFields(user),
    keep,
    judge: (fields) => judged(judgeFields(fields), fields),
    send: async (fields) => {
      const outcome = await save({ id: address?.id, fields, onDoubt: () => setInDoubt(true) });
      setInDoubt(false);
      if (outcome.kind === 'fields') return { kind: 'fields', errors: judged(outcome.errors, fields) ?? {} };
      if (outcome.kind === 'done') {
        toast({ text: 'Адрес сохранён' });
        onClose();
      }
      return outcome;
    },
  });
  const leave = () => {
    form.reset();
    void giveUp(address?.id);
    onClose();
  };
  const title = address ? address.title || address.city : 'Новый адрес';
  return (
    <section ref={box} className={address ? styles.edited : `card ${styles.new}`} aria-label={title}>
      <h2 className="h3">{title}</h2>
      <Form form={form} name="address">
        {form.isRestored && <Restored onDrop={form.reset} />}
        {isParts ? <AddressParts form={form} /> : <AddressLine form={form} onParts={() => setParts(true)} />}
        <FormPair short>
          <IndexField form={form} />
          <FormText name="flat" label="Квартира" maxLength={20} autoComplete="off" />
        </FormPair>
        <FormPair>
          <FormText name="recipient.name" label="Получатель" required autoComplete="name" maxLength={60} />
          <FormPhone
            name="recipient.phone"
            countryName="recipient.phone_country"
            label="Телефон получателя"
            numbering={NUMBERING}
            notWhole={FIELD_HINTS.phone}
            required
          />
        </FormPair>
        <FormPair>
          <FormText name="title" label="Название" hint="Например, «Дом» или «Мама»" maxLength={40} autoComplete="off" />
          <FormText name="comment" label="Курьеру" hint="Подъезд, этаж, домофон" maxLength={200} autoComplete="off" />
        </FormPair>
        {!address?.is_default && (
          <FormTick name="is_default" label="Сделать основным">
            Сделать основным
          </FormTick>
        )}
        <div className={styles.buttons}>
          <SubmitButton
            busy={isInDoubt ? 'Проверяем…' : 'Сохраняем…'}
            reason={
              isOnline ? null : `${MESSAGES.needInternet}, чтобы сохранить. Набранное остаётся на\u00a0этом устройстве.`
            }
          >
            Сохранить
          </SubmitButton>
          <Button kind="quiet" size="lg" onClick={leave}>
            Отмена
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Restored({ onDrop }: { onDrop: () => void }) {
  return (
    <p className={`small soft ${styles.restored}`}>
      Вернули то, что вы набирали раньше.{' '}
      <button type="button" className="link" onClick={onDrop}>
        Начать заново
      </button>
    </p>
  );
}
