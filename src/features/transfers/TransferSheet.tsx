import { useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import type { TransferState } from '#contract/transfer-rules.ts';
import type { Transfer } from '#contract/transfers.ts';
import { showDialogAtom } from '#src/features/notices/notices.atoms.ts';
import { signedSum, StateTag, titleOf } from '#src/features/transfers/TransferList.tsx';
import { mayRepeat } from '#src/features/transfers/transfer-form.rules.ts';
import { askTransferAtom } from '#src/features/transfers/transfers.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatAt, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Transfers.module.css';

const EVENT_WORDS: Readonly<Record<TransferState, string>> = {
  draft: 'Создан',
  wait_code: 'Код отправлен, деньги отложены',
  done: 'Зачислен на ЛС получателя',
  cancelled: 'Отменён, деньги на счёте',
  expired: 'Код не введён вовремя, деньги на счёте',
  rejected: 'Отклонён, деньги на счёте',
};
type Act = (transfer: Transfer) => void;
type Props = { id: number; onClose: () => void; onEnterCode: Act; onRepeat: Act };

/** One transfer with its history. A refusal is the specification's error dialog. */
export function TransferSheet({ id, onClose, onEnterCode, onRepeat }: Props) {
  const ask = useSetAtom(askTransferAtom);
  const say = useSetAtom(showDialogAtom);
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const fail = useEffectEvent((error: unknown) => {
    say({ title: 'Ошибка', text: failureText(failureOf(error)) });
    onClose();
  });
  useEffect(() => {
    let isLeft = false;
    ask(id).then(
      (found) => !isLeft && setTransfer(found),
      (error: unknown) => !isLeft && fail(error),
    );
    return () => {
      isLeft = true;
    };
  }, [ask, id]);
  return (
    <Sheet open onClose={onClose} title={`Перевод ${numberWords(id)}`}>
      {transfer === null ? <Skeleton height={180} /> : <Facts {...{ transfer, onEnterCode, onRepeat }} />}
    </Sheet>
  );
}

type Known = Pick<Props, 'onEnterCode' | 'onRepeat'> & { transfer: Transfer };
function Facts({ transfer, onEnterCode, onRepeat }: Known) {
  const { direction, from, to, comment, state, events } = transfer;
  return (
    <div className={styles.step}>
      <p className={styles.sum}>
        <b className="num">{signedSum(transfer)}</b> <StateTag state={state} />
      </p>
      <ul className={styles.leads}>
        <li>
          <Lead name="Откуда" value={from.name} wraps />
        </li>
        <li>
          <Lead
            name="Кому"
            value={direction === 'in' ? 'Вам, на ЛС' : [titleOf(transfer), to.cons_id].filter(Boolean).join(', ')}
            wraps
          />
        </li>
        {comment !== '' && (
          <li>
            <Lead name="Сообщение" value={comment} wraps />
          </li>
        )}
      </ul>
      <ol className={styles.events}>
        {events.map(({ at, state: became }) => (
          <li key={`${at} ${became}`}>
            <time dateTime={at} className="num soft">
              {formatAt(at)}
            </time>{' '}
            {transfer.kind === 'own' && became === 'done' ? 'Зачислен на ваш ЛС' : EVENT_WORDS[became]}
          </li>
        ))}
      </ol>
      {state === 'wait_code' && direction === 'out' && (
        <Button kind="leaf" wide onClick={() => onEnterCode(transfer)}>
          Ввести код
        </Button>
      )}
      {mayRepeat(transfer) && (
        <Button kind="line" wide onClick={() => onRepeat(transfer)}>
          Повторить перевод
        </Button>
      )}
    </div>
  );
}
