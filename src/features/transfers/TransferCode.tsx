import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { ACCOUNT_NAMES } from '#contract/account-rules.ts';
import type { SentCode } from '#contract/registration.ts';
import type { Transfer } from '#contract/transfers.ts';
import { showDialogAtom } from '#src/features/notices/notices.atoms.ts';
import type { CodeSlot } from '#src/features/transfers/code-slot.ts';
import { TRANSFER_STEPS } from '#src/features/transfers/transfer-form.rules.ts';
import {
  cancelTransferAtom,
  confirmTransferAtom,
  sendTransferCodeAtom,
} from '#src/features/transfers/transfers.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { StepList } from '#src/ui/StepList.tsx';
import styles from './Transfers.module.css';

type Props = {
  transfer: Transfer;
  /** Null: it was asked for earlier. */
  sent: SentCode | null;
  code: CodeSlot;
  onDone: (transfer: Transfer) => void;
  onLeft: () => void;
};

/** The last step: what goes to whom, and the code that lets it go. The money is set aside meanwhile. */
export function TransferCode({ transfer: { id, amount, to, comment }, sent: first, code, onDone, onLeft }: Props) {
  const confirm = useSetAtom(confirmTransferAtom);
  const resend = useSetAtom(sendTransferCodeAtom);
  const cancel = useSetAtom(cancelTransferAtom);
  const say = useSetAtom(showDialogAtom);
  const [sent, setSent] = useState(first);
  const stop = async () => {
    try {
      await cancel(id);
      onLeft();
    } catch (error) {
      say({ title: 'Ошибка', text: failureText(failureOf(error)) });
    }
  };
  return (
    <div className={styles.step}>
      <h2>Код из сообщения</h2>
      <StepList steps={TRANSFER_STEPS} at={1} label="Шаги перевода" />
      <ul className={styles.leads}>
        <li>
          <Lead name="Кому" value={`${to.name}, ${to.cons_id ?? ''}`} wraps />
        </li>
        <li>
          <Lead name="Со счёта" value={ACCOUNT_NAMES[0].split(' ')[0]} />
        </li>
        {comment !== '' && (
          <li>
            <Lead name="Сообщение" value={comment} wraps />
          </li>
        )}
        <li>
          <Lead name="Сумма" value={formatMoney(amount)} strong />
        </li>
      </ul>
      {code({
        sent,
        submit: `Перевести ${formatMoney(amount)}`,
        onCode: async (digits) => onDone(await confirm({ id, code: digits })),
        onResend: async () => setSent(await resend(id)),
      })}
      <p className="small soft">
        Пока код не введён, деньги отложены на вашем счёте.{' '}
        <button type="button" className="link" onClick={() => void stop()}>
          Отменить перевод
        </button>
      </p>
    </div>
  );
}
