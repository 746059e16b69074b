import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { withdrawReturn } from '#contract/return-calls.ts';
import { type OrderReturn, RETURN_REASON_NAMES, RETURN_STATE_NAMES, type ReturnState } from '#contract/returns.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { PhotoRow } from '#src/features/orders/returns/PhotoRow.tsx';
import { useChangeOrder } from '#src/features/orders/use-change-order.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatMoney, NBSP } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Return.module.css';

const KINDS: Readonly<Record<ReturnState, 'leaf' | 'seed' | 'plain' | 'error'>> = {
  asked: 'seed',
  approved: 'seed',
  received: 'seed',
  refunded: 'leaf',
  refused: 'error',
  withdrawn: 'plain',
};

/** One return: what goes back, what the shop has said, what became of the money. */
export function ReturnCard({ orderRef, one }: { orderRef: OrderRef; one: OrderReturn }) {
  const id = `return-${one.id}`;
  return (
    <article className={`card ${styles.box}`} aria-labelledby={id}>
      <header className={styles.title}>
        <h2 id={id} className="num">
          {one.code}
        </h2>
        <Tag kind={KINDS[one.state]}>{RETURN_STATE_NAMES[one.state]}</Tag>
        <span className="small mute num">{momentWords(one.at)}</span>
      </header>
      {one.answer !== '' && (
        <Note kind={one.state === 'refused' ? 'error' : 'seed'} icon={one.state === 'refused' ? 'alert' : 'clock'}>
          {one.answer}
        </Note>
      )}
      {one.state === 'approved' && (
        <p className="soft">
          Напишите на посылке или назовите в пункте номер <b className="num">{one.code}</b>.
        </p>
      )}
      <ul className={styles.list}>
        {one.lines.map((line) => (
          <li key={line.line_id}>
            <Lead
              wraps
              name={`${line.title} ×${NBSP}${line.pieces}`}
              value={RETURN_REASON_NAMES[line.reason].toLowerCase()}
            />
          </li>
        ))}
      </ul>
      {one.words !== '' && <p className={`soft ${styles.words}`}>«{one.words}»</p>}
      <PhotoRow urls={one.photos} />
      {one.refund && (
        <ul className={styles.list}>
          {one.refund.source > 0 && (
            <li>
              <Lead name="Тем же способом, до 10 дней" value={formatMoney(one.refund.source)} wraps />
            </li>
          )}
          {one.refund.accounts > 0 && (
            <li>
              <Lead name="На ваши счета, уже там" value={formatMoney(one.refund.accounts)} wraps />
            </li>
          )}
        </ul>
      )}
      {one.can_withdraw && <Withdraw orderRef={orderRef} one={one} />}
    </article>
  );
}

function Withdraw({ orderRef, one }: { orderRef: OrderRef; one: OrderReturn }) {
  const change = useChangeOrder();
  const toast = useSetAtom(showToastAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const [state, setState] = useState<'idle' | 'sure' | 'busy'>('idle');
  const [failed, setFailed] = useState<string | null>(null);
  const withdraw = async () => {
    setState('busy');
    setFailed(null);
    try {
      const input = { body: { ...whichOrder(orderRef), return_id: one.id } };
      await change({ ref: orderRef, call: withdrawReturn, input });
      toast({ text: 'Возврат отозван' });
    } catch (error) {
      setFailed(failureText(failureOf(error)));
      setState('idle');
    }
  };
  return (
    <div className={styles.acts}>
      {failed !== null && <p role="alert">{failed}</p>}
      {state === 'idle' ? (
        <Button kind="quiet" disabled={!isOnline} onClick={() => setState('sure')}>
          Отозвать возврат
        </Button>
      ) : (
        <>
          <Button
            kind="line"
            aria-disabled={state === 'busy' || undefined}
            onClick={() => state === 'sure' && void withdraw()}
          >
            {state === 'busy' ? 'Отзываем…' : 'Да, отозвать'}
          </Button>
          <Button kind="quiet" onClick={() => setState('idle')}>
            Не отзывать
          </Button>
        </>
      )}
    </div>
  );
}
