import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { type DeskHold, HOLD_WORDS } from '#contract/parcels.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { CancelSheet, LinkSheet, ReviewSheet, SettleSheet } from '#src/staff/desk/orders/ReasonSheets.tsx';
import { HoldSheet, NoteSheet, ReceivedSheet, ReleaseSheet } from '#src/staff/desk/orders/HoldSheets.tsx';
import { MarkPaidSheet } from '#src/staff/desk/orders/MarkPaidSheet.tsx';
import { RenewCode } from '#src/staff/desk/orders/RenewCode.tsx';
import { GoodwillSheet, ReplaceSheet } from '#src/staff/desk/orders/ReplaceSheet.tsx';
import { RefundSheet } from '#src/staff/desk/orders/RefundSheet.tsx';
import { Button } from '#src/ui/Button.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import styles from './DeskOrder.module.css';

type Open =
  | { what: 'paid' | 'cancel' | 'refund' | 'link' | 'hold' | 'note' | 'received' | 'replace' | 'goodwill' }
  | { what: 'release'; hold: DeskHold }
  | { what: 'review'; paymentId: number; amount: number }
  | { what: 'settle'; refundId: number; how: 'done' | 'retry' };

/** What can be done now. Money that waits for a decision comes first; without a network the reason is said. */
export function DeskActs({ data }: { data: DeskOrder }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { isOnline } = useAtomValue(networkAtom);
  const close = () => setOpen(null);
  const { can, attempts, refunds, holds } = data;
  const off = { disabled: !isOnline, 'aria-describedby': isOnline ? undefined : 'desk-offline' };
  return (
    <section className={`card ${styles.box} ${styles.first}`} aria-labelledby="desk-acts">
      <h2 id="desk-acts">Действия</h2>
      {attempts
        .filter(({ status }) => status === 'needs_review')
        .map(({ id, amount, captured }) => (
          <Note key={id} kind="seed" icon="alert">
            <div className={styles.stack}>
              <p>
                Пришло {formatMoney(captured)} вместо {formatMoney(amount)}. Заказ не оплачен, деньги у нас.
              </p>
              <Button kind="line" {...off} onClick={() => setOpen({ what: 'review', paymentId: id, amount: captured })}>
                Вернуть {formatMoney(captured)}
              </Button>
            </div>
          </Note>
        ))}
      {refunds
        .filter(({ state }) => state === 'failed')
        .map(({ id, amount, cause }) => (
          <Note key={id} kind="seed" icon="alert">
            <p>
              Возврат {id} на {formatMoney(amount)} не прошёл. {cause}
            </p>
            <div className={`${styles.acts} ${styles.below}`}>
              <Button kind="line" {...off} onClick={() => setOpen({ what: 'settle', refundId: id, how: 'done' })}>
                Возвращено вручную
              </Button>
              <Button kind="line" {...off} onClick={() => setOpen({ what: 'settle', refundId: id, how: 'retry' })}>
                Повторить возврат
              </Button>
            </div>
          </Note>
        ))}
      <div className={styles.acts}>
        {can.mark_paid && (
          <Button kind="leaf" {...off} onClick={() => setOpen({ what: 'paid' })}>
            Отметить оплаченным
          </Button>
        )}
        {can.receive && (
          <Button kind="leaf" {...off} onClick={() => setOpen({ what: 'received' })}>
            Отметить «Получен»
          </Button>
        )}
        {holds.map((hold) => (
          <Button key={hold.id} kind="line" {...off} onClick={() => setOpen({ what: 'release', hold })}>
            Снять «{HOLD_WORDS[hold.kind].name}»
          </Button>
        ))}
        {can.hold && (
          <Button kind="line" {...off} onClick={() => setOpen({ what: 'hold' })}>
            Поставить ожидание
          </Button>
        )}
        {can.replace && (
          <Button kind="line" {...off} onClick={() => setOpen({ what: 'replace' })}>
            Заменить товар
          </Button>
        )}
        {can.refund && (
          <Button kind="line" {...off} onClick={() => setOpen({ what: 'refund' })}>
            Вернуть деньги
          </Button>
        )}
        {can.goodwill && (
          <Button kind="line" {...off} onClick={() => setOpen({ what: 'goodwill' })}>
            Извиниться деньгами
          </Button>
        )}
        {can.cancel && (
          <Button kind="line" {...off} onClick={() => setOpen({ what: 'cancel' })}>
            Отменить заказ
          </Button>
        )}
        {can.send_link && (
          <Button kind="line" {...off} onClick={() => setOpen({ what: 'link' })}>
            Отправить ссылку ещё раз
          </Button>
        )}
        <RenewCode order={data.order} />
        <Button kind="quiet" {...off} onClick={() => setOpen({ what: 'note' })}>
          Заметка
        </Button>
      </div>
      {!Object.values(can).some(Boolean) && <p className="soft">Заказ закрыт, делать с ним больше нечего.</p>}
      {!isOnline && (
        <p id="desk-offline" className="small soft">
          Действия с заказом не откладываются. Они откроются, когда будет сеть.
        </p>
      )}
      {open?.what === 'paid' && <MarkPaidSheet data={data} onClose={close} />}
      {open?.what === 'replace' && <ReplaceSheet data={data} onClose={close} />}
      {open?.what === 'goodwill' && <GoodwillSheet data={data} onClose={close} />}
      {open?.what === 'refund' && <RefundSheet data={data} onClose={close} />}
      {open?.what === 'cancel' && <CancelSheet data={data} onClose={close} />}
      {open?.what === 'link' && <LinkSheet data={data} onClose={close} />}
      {open?.what === 'hold' && <HoldSheet data={data} onClose={close} />}
      {open?.what === 'note' && <NoteSheet data={data} onClose={close} />}
      {open?.what === 'received' && <ReceivedSheet data={data} onClose={close} />}
      {open?.what === 'release' && <ReleaseSheet data={data} onClose={close} hold={open.hold} />}
      {open?.what === 'review' && <ReviewSheet data={data} onClose={close} {...open} />}
      {open?.what === 'settle' && <SettleSheet data={data} onClose={close} {...open} />}
    </section>
  );
}
