import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { DEPOSIT_LIMITS } from '#contract/deposit-rules.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { OfferedMethod } from '#contract/payments.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import { accountsAtom, loadAccountAtom } from '#src/features/accounts/accounts.atoms.ts';
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
import { kopecksOf } from '#src/terms/typed-sum.rules.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Chip } from '#src/ui/Chip.tsx';
import { ChipRow } from '#src/ui/ChipRow.tsx';
import { ErrorList } from '#src/ui/Field.tsx';
import { Form, useField } from '#src/ui/form/Form.tsx';
import { FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
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
      <div className={styles.parts}>
        <div className={styles.step}>
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
        </div>
        <div className={styles.ways}>
          {methods ? <Methods methods={methods} /> : isOnline && <Skeleton height={220} />}
        </div>
        <div className={styles.step}>
          <Becomes kop={kopecksOf(form.values.amount)} />
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
        </div>
      </div>
    </Form>
  );
}

/** What the sum does to ЛС, which is told as soon as it is known. A debt is repaid by it first, so the sum of both stands there. */
function Becomes({ kop }: { kop: number | null }) {
  const { data, isCopy } = useAtomValue(accountsAtom);
  const load = useSetAtom(loadAccountAtom);
  const { known, uid } = useAtomValue(sessionAtom);
  useEffect(() => {
    if (known) void load();
  }, [load, known, uid]);
  const ls = isCopy ? undefined : data?.accounts.find(({ account_type: type }) => type === ACCOUNT_TYPES.LS);
  if (kop === null || kop < DEPOSIT_LIMITS.minKop || kop > DEPOSIT_LIMITS.maxKop) return null;
  return (
    <ul className={styles.leads}>
      <li>
        <Lead name="Зачислим на ЛС" value={formatMoney(kop)} />
      </li>
      <li>
        <Lead name="Комиссия" value={formatMoney(0)} />
      </li>
      {ls && (
        <li>
          <Lead name="Станет на ЛС" value={formatMoney(ls.amount + kop)} strong />
        </li>
      )}
    </ul>
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
