import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import type { Transfer } from '#contract/transfers.ts';
import { TRANSFER_STEPS } from '#src/features/transfers/transfer-form.rules.ts';
import { transfersAtom } from '#src/features/transfers/transfers.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatMoney, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { StepList } from '#src/ui/StepList.tsx';
import styles from './Transfers.module.css';

/** It has gone: how much, to whom, and what is left. */
export function TransferDone({
  transfer: { id, amount, kind, to },
  onAgain,
}: {
  transfer: Transfer;
  onAgain: () => void;
}) {
  const { data, isAsking } = useAtomValue(transfersAtom).shown;
  const left = data?.balances.find(({ account_type: type }) => type === 0)?.amount;
  // The code's field has gone: the focus goes where the news is.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.step}>
      <EmptyState drawing="sprout" title={`${formatMoney(amount)} переведены`} />
      {kind === 'cons' && <StepList steps={TRANSFER_STEPS} at={2} label="Шаги перевода" />}
      <ul className={styles.leads}>
        <li>
          <Lead name="Куда" value={kind === 'own' ? to.name : `${to.name}, ${to.cons_id ?? ''}`} wraps />
        </li>
        <li>
          <Lead name="Перевод" value={numberWords(id)} />
        </li>
        {left !== undefined && !isAsking && (
          <li>
            <Lead name="На ЛС теперь" value={formatMoney(left)} strong />
          </li>
        )}
      </ul>
      {kind === 'cons' && <p className="small soft">Вам и получателю отправлены уведомления.</p>}
      <Button kind="line" wide onClick={onAgain}>
        Ещё перевод
      </Button>
    </div>
  );
}
