import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { ACCOUNT_LIST, ACCOUNT_NAMES } from '#contract/account-rules.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { findHolderAtom, type Holder, useAskCorrection } from '#src/staff/desk/books/books.atoms.ts';
import { ReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { kopecksOf } from '#src/terms/typed-sum.rules.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Select } from '#src/ui/Select.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './Books.module.css';

/** Whose account, which, how much, why. The person is looked up first, so that nobody mends a stranger's by a wrong digit. */
export function NewCorrection({ onClose }: { onClose: () => void }) {
  const ask = useAskCorrection();
  const find = useSetAtom(findHolderAtom);
  const [who, setWho] = useState('');
  const [holder, setHolder] = useState<Holder | null>(null);
  const [missing, setMissing] = useState<string[]>([]);
  const [type, setType] = useState<AccountType>(0);
  const [isTaken, setTaken] = useState(false);
  const [sum, setSum] = useState('');
  const look = async () => {
    setMissing([]);
    setHolder(null);
    try {
      setHolder(await find(who.trim()));
    } catch (error) {
      setMissing([failureText(failureOf(error))]);
    }
  };
  const judge = () => ({
    ...(holder ? {} : { who: ['Найдите, чей это счёт'] }),
    ...((kopecksOf(sum) ?? 0) > 0 ? {} : { amount: ['Сумма в рублях, например 1500 или 1500,50'] }),
  });
  return (
    <ReasonSheet
      title="Предложить исправление"
      word="Предложить"
      done="Предложение ждёт второго сотрудника"
      hint="Второй сотрудник прочтёт её перед решением."
      judge={judge}
      send={(reason, onDoubt) => {
        const amount = (kopecksOf(sum) ?? 0) * (isTaken ? -1 : 1);
        return ask({ user_id: holder?.user_id ?? 0, account_type: type, amount, reason }, onDoubt);
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <div className={styles.look}>
            <Field
              label="Номер консультанта или кабинета"
              required
              error={missing.length > 0 ? missing : holder ? undefined : errors['who']}
            >
              <TextInput
                inputMode="numeric"
                value={who}
                maxLength={10}
                onChange={(event) => {
                  setWho(event.target.value);
                  setHolder(null);
                }}
              />
            </Field>
            <Button kind="line" onClick={() => void look()}>
              Найти
            </Button>
          </div>
          {holder && (
            <div className={styles.found} aria-live="polite">
              <b>{[holder.name, holder.cons_id].filter(Boolean).join(', ')}</b>
              {holder.balances.map(({ account_type: of, amount }) => (
                <Lead key={of} name={ACCOUNT_NAMES[of as AccountType]} value={formatMoney(amount)} />
              ))}
            </div>
          )}
          <Field label="Счёт">
            <Select value={type} onChange={(event) => setType(Number(event.target.value) as AccountType)}>
              {ACCOUNT_LIST.map((one) => (
                <option key={one} value={one}>
                  {ACCOUNT_NAMES[one]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Что сделать">
            <Select value={isTaken ? 'take' : 'give'} onChange={(event) => setTaken(event.target.value === 'take')}>
              <option value="give">Прибавить</option>
              <option value="take">Снять</option>
            </Select>
          </Field>
          <Field label="Сумма, ₽" required error={errors['amount']}>
            <TextInput
              inputMode="decimal"
              value={sum}
              maxLength={16}
              onChange={(event) => setSum(event.target.value)}
            />
          </Field>
        </>
      )}
    </ReasonSheet>
  );
}
