import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import type { OfferedMethod } from '#contract/payments.ts';
import {
  type DepositFields,
  depositBody,
  EMPTY_DEPOSIT,
  judgeDeposit,
} from '#src/features/accounts/deposit/deposit-form.rules.ts';
import { useCreateDeposit, useDepositMethods } from '#src/features/accounts/deposit/deposit.atoms.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Chip } from '#src/ui/Chip.tsx';
import { ChipRow } from '#src/ui/ChipRow.tsx';
import { ErrorList } from '#src/ui/Field.tsx';
import { Form, useField } from '#src/ui/form/Form.tsx';
import { FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { formatMoney } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Deposit.module.css';

const SUMS = [500, 1000, 3000, 5000];

/** How much and by what; then the page of the bank. What is typed stays on this phone; without a network nothing is sent at all. */
export function NewDeposit() {
  const create = useCreateDeposit();
  const openDraft = useSetAtom(openDraftAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const { user } = useAtomValue(sessionAtom);
  const methods = useDepositMethods();
  const [keep] = useState(() => openDraft('deposit'));
  const [isInDoubt, setInDoubt] = useState(false);
  useEffect(holdUpdates, []);
  const form = useForm<DepositFields>({
    initial: EMPTY_DEPOSIT,
    keep,
    judge: judgeDeposit,
    send: async (fields) => {
      try {
        const { link } = await create(depositBody(fields), () => setInDoubt(true));
        location.assign(link);
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      } finally {
        setInDoubt(false);
      }
    },
  });
  if (methods?.length === 0)
    return (
      <Note kind="seed" icon="alert">
        Пополнение сейчас не работает: ни один способ оплаты не подключён. Деньги на счетах не тронуты.
      </Note>
    );
  return (
    <Form form={form} name="deposit">
      <FormText
        name="amount"
        label="Сумма, ₽"
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        hint="От 100 до 100 000 ₽ за одно пополнение"
        className={styles.amount}
      />
      <ChipRow label="Частые суммы">
        {SUMS.map((sum) => (
          <Chip
            key={sum}
            pressed={form.values.amount === String(sum)}
            onClick={() => form.set({ amount: String(sum) })}
          >
            {formatMoney(sum * 100)}
          </Chip>
        ))}
      </ChipRow>
      {methods ? <Methods methods={methods} /> : isOnline && <Skeleton height={220} />}
      <p className="small soft">Чек придёт на почту или телефон из вашего профиля.</p>
      <SubmitButton
        busy={isInDoubt ? 'Проверяем…' : 'Открываем страницу оплаты…'}
        reason={
          user.readonly
            ? 'Кабинет открыт только для просмотра: пополнить счёт нельзя.'
            : isOnline
              ? null
              : `${MESSAGES.needInternet}. Набранное остаётся на\u00a0этом устройстве.`
        }
      >
        Перейти к оплате
      </SubmitButton>
    </Form>
  );
}

function Methods({ methods }: { methods: readonly OfferedMethod[] }) {
  const { value, errors, set } = useField('payment_type', 'Способ оплаты');
  return (
    <fieldset role="radiogroup" aria-label="Способ оплаты" className={styles.methods}>
      <ul>
        {methods.map(({ code, name, hint, is_test: isTest }) => (
          <li key={code}>
            <Checkbox
              type="radio"
              name="payment_type"
              checked={value === String(code)}
              onChange={() => set(String(code))}
            >
              {name}
              {(hint || isTest) && (
                <span className={`small mute ${styles.line}`}>
                  {[hint, isTest && 'тестовый режим'].filter(Boolean).join(' · ')}
                </span>
              )}
            </Checkbox>
          </li>
        ))}
      </ul>
      <ErrorList errors={errors} />
    </fieldset>
  );
}
