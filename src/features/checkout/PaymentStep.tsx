import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect } from 'react';
import { ACCOUNT_TYPES, PAYMENT_TYPES } from '#contract/tables.ts';
import type { OfferedMethod } from '#contract/payments.ts';
import { askMethods } from '#src/features/checkout/ask-money.ts';
import { draftAtom, fundsAtom, methodsAtom, sumsAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import { isCoverable, offered } from '#src/features/checkout/payment.rules.ts';
import { StepError } from '#src/features/checkout/StepError.tsx';
import { SpendBox } from '#src/features/checkout/SpendBox.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import styles from './Payment.module.css';
import parts from './StepParts.module.css';

export function PaymentStep({ error }: { error?: string | undefined }) {
  const { get, set } = useStore();
  const { user } = useAtomValue(sessionAtom);
  const draft = useAtomValue(draftAtom);
  const known = useAtomValue(methodsAtom);
  const sums = useAtomValue(sumsAtom);
  const funds = useAtomValue(fundsAtom);
  const write = useSetAtom(writeDraftAtom);
  useEffect(() => void askMethods(get, set), [get, set]);
  if (!draft) return null;
  const payer = user.isGuest ? null : { role: user.role ?? 'client', isPunktVydachi: user.isPunktVydachi };
  const methods = offered(known?.methods ?? null, payer);
  const ls = funds?.[ACCOUNT_TYPES.LS].available ?? 0;
  const row = (method: OfferedMethod) => {
    const isOpen = isCoverable(method, { due: sums.due, available: ls });
    return (
      <li key={method.code}>
        <Checkbox
          type="radio"
          name="payment"
          checked={draft.payment === method.code}
          disabled={!isOpen}
          onChange={() => write({ payment: method.code })}
        >
          <span className={styles.method}>
            {method.name}
            {hintOf(method, isOpen, ls) && <span className="small mute">{hintOf(method, isOpen, ls)}</span>}
          </span>
        </Checkbox>
      </li>
    );
  };
  const first = methods.filter(({ is_first: isFirst }) => isFirst);
  const rest = methods.filter(({ is_first: isFirst }) => !isFirst);
  return (
    <div className={parts.step}>
      {!user.isGuest && <SpendBox />}
      {sums.due === 0 && sums.goods > 0 ? (
        <Note kind="leaf" icon="check">
          Заказ оплачивают ваши счета: платить больше нечего.
        </Note>
      ) : (
        <fieldset
          role="radiogroup"
          aria-label="Способ оплаты"
          aria-describedby="payment-error"
          className={styles.methods}
        >
          <h3 className="small mute">Сразу</h3>
          <ul>{first.map(row)}</ul>
          <h3 className="small mute">Ещё</h3>
          <ul>{rest.map(row)}</ul>
        </fieldset>
      )}
      <StepError id="payment-error" text={error} />
    </div>
  );
}

function hintOf({ code, hint, is_test: isTest }: OfferedMethod, isOpen: boolean, ls: number): string | null {
  const facts = [
    code === PAYMENT_TYPES.personalAccount
      ? isOpen
        ? `Доступно ${formatMoney(ls)}`
        : `Доступно ${formatMoney(ls)}: на весь заказ не хватает`
      : hint,
    isTest ? 'тестовый режим' : null,
  ].filter(Boolean);
  return facts.length > 0 ? facts.join(' · ') : null;
}
