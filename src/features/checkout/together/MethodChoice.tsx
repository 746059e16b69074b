import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { getPaymentMethods, type OfferedMethod } from '#contract/payments.ts';
import { offered } from '#src/features/checkout/payment.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import styles from './Together.module.css';

type Props = { chosen: number | null; onChoose: (code: number) => void };
/** As at the checkout: nothing is chosen beforehand; the shop's list, until it comes the one that every phone carries. */
export function MethodChoice({ chosen, onChoose }: Props) {
  const api = useAtomValue(apiAtom);
  const { user } = useAtomValue(sessionAtom);
  const [known, setKnown] = useState<readonly OfferedMethod[] | null>(null);
  useEffect(() => {
    let isLeft = false;
    void api.send(getPaymentMethods, {}).then(
      ({ methods }) => isLeft || setKnown(methods),
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [api]);
  const payer = { role: user.role ?? ('client' as const), isPunktVydachi: user.isPunktVydachi };
  return (
    <fieldset role="radiogroup" aria-label="Способ оплаты">
      <ul className={styles.orders}>
        {offered(known, payer).map(({ code, name, hint, is_test: isTest }) => (
          <li key={code}>
            <Checkbox type="radio" name="together-payment" checked={chosen === code} onChange={() => onChoose(code)}>
              <span className={styles.order}>
                {name}
                {(hint || isTest) && (
                  <span className="small mute">{[hint, isTest && 'тестовый режим'].filter(Boolean).join(' · ')}</span>
                )}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
