import { useAtomValue, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { type AccountType, bonusLimit, SPEND_ORDER } from '#contract/amount-to-pay.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import { askFunds, spend } from '#src/features/checkout/ask-money.ts';
import { fundsAtom, sumsAtom, wishAtom } from '#src/features/checkout/checkout.atoms.ts';
import { readRoubles, writeRoubles } from '#src/features/checkout/roubles.rules.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { formatMoney, NBSP } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Payment.module.css';
import parts from './StepParts.module.css';

const NAMES: Record<AccountType, string> = { 0: 'Личный, ЛС', 1: 'Комиссионный, КС', 2: 'Бонусный, БС' };

/** «Списать со счетов»: БС → КС → ЛС, goods and delivery apart; the shop keeps the wish and takes what fits. */
export function SpendBox() {
  const { get, set } = useStore();
  const funds = useAtomValue(fundsAtom);
  const sums = useAtomValue(sumsAtom);
  const wish = useAtomValue(wishAtom);
  const { isOnline } = useAtomValue(networkAtom);
  useEffect(() => void askFunds(get, set), [get, set]);
  const rows = SPEND_ORDER.filter((type) => (funds?.[type].available ?? 0) > 0);
  if (!funds || rows.length === 0) return sums.debt > 0 ? <Debt sum={sums.debt} /> : null;
  const isSpending = wish !== null && SPEND_ORDER.some((type) => wish[type].order + wish[type].delivery > 0);
  return (
    <section className={`card ${styles.spend}`} aria-label="Списать со счетов">
      <h3>Списать со счетов</h3>
      <ul>
        {rows.map((type) => (
          <li key={type}>
            <div className={styles.account}>
              <Lead name={NAMES[type]} value={formatMoney(funds[type].available)} />
              {type === ACCOUNT_TYPES.BS && (
                <p className="small soft">
                  До 30{NBSP}% товаров, это {formatMoney(bonusLimit(sums.goods))}. Доставку не{NBSP}оплачивает
                </p>
              )}
            </div>
            <Amount
              type={type}
              category="order"
              label={`На товары, ${NAMES[type]}`}
              short="На товары"
              isOff={!isOnline}
            />
            {type !== ACCOUNT_TYPES.BS && (
              <Amount
                type={type}
                category="delivery"
                label={`На доставку, ${NAMES[type]}`}
                short="На доставку"
                isOff={!isOnline}
              />
            )}
          </li>
        ))}
      </ul>
      {!isOnline && <p className="small soft">Списать со счетов можно, когда будет сеть.</p>}
      {isSpending && isOnline && (
        <button type="button" className={parts.link} onClick={() => void spend(get, set, 'nothing')}>
          Не списывать ничего
        </button>
      )}
      {sums.debt > 0 && <Debt sum={sums.debt} />}
    </section>
  );
}

type AmountProps = { type: AccountType; category: 'order' | 'delivery'; label: string; short: string; isOff: boolean };
function Amount({ type, category, label, short, isOff }: AmountProps) {
  const { get, set } = useStore();
  const { spends } = useAtomValue(sumsAtom);
  const taken = spends[type][category];
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const leave = async () => {
    if (typed === null) return;
    const amount = readRoubles(typed);
    if (amount === null) return setError('Введите сумму, например 500');
    const answer = await spend(get, set, { type, category, amount });
    setError(answer);
    if (answer === null) setTyped(null);
  };
  return (
    <Field label={short} error={error}>
      <TextInput
        className={`num ${styles.amount}`}
        inputMode="decimal"
        aria-label={label}
        value={typed ?? writeRoubles(taken)}
        disabled={isOff}
        maxLength={12}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(null);
        }}
        onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), void leave())}
        onBlur={() => void leave()}
      />
    </Field>
  );
}

const Debt = ({ sum }: { sum: number }) => (
  <p className="small soft">
    К{NBSP}заказу добавится долг по счёту: <b className="num">{formatMoney(sum)}</b>
  </p>
);
