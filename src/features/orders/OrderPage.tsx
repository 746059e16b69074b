import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { Order } from '#contract/orders.ts';
import { ORDER_STATUSES as S } from '#contract/order-statuses.ts';
import { loadOrderAtom, orderAtom } from '#src/features/orders/orders.atoms.ts';
import { GuestStart } from '#src/features/orders/GuestStart.tsx';
import { OrderAgree } from '#src/features/orders/OrderAgree.tsx';
import { OrderActs } from '#src/features/orders/OrderActs.tsx';
import { OrderComment } from '#src/features/orders/OrderComment.tsx';
import { OrderDelivery, OrderReceipts, OrderSums } from '#src/features/orders/OrderParts.tsx';
import { OrderReturns } from '#src/features/orders/OrderReturns.tsx';
import { OrderProxy } from '#src/features/orders/OrderProxy.tsx';
import { OrderParcels } from '#src/features/orders/OrderParcels.tsx';
import { OrderTogether } from '#src/features/orders/OrderTogether.tsx';
import { OrderRoad } from '#src/features/orders/OrderRoad.tsx';
import { momentWords } from '#src/features/orders/orders.words.ts';
import type { OrderRef } from '#src/features/orders/orders.rules.ts';
import { PaymentState } from '#src/features/orders/PaymentState.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Order.module.css';
import { numberWords } from '#src/ui/format.ts';

type Props = { orderRef: OrderRef; picture: (image: string | null) => ReactNode };

/** One order: its road above, money and what can be done beside it. By number for its owner, by a secret link for a guest. */
export function OrderPage({ orderRef, picture }: Props) {
  const shown = useAtomValue(orderAtom)(orderRef);
  const load = useSetAtom(loadOrderAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const key = JSON.stringify(orderRef);
  useEffect(() => {
    if (known) void load(JSON.parse(key) as OrderRef);
  }, [load, uid, known, returns, key]);
  const { data, failure } = shown;
  if (!data && failure)
    return (
      <Missing text={failureText(failure)} isRefused={failure.kind === 'refused'} onRetry={() => void load(orderRef)} />
    );
  if (!data) return <Waiting />;
  return (
    <div className={`wrap ${styles.page}`}>
      <Head order={data.order} isGuest={'token' in orderRef} at={shown.isCopy ? shown.at : null} />
      {shown.isStale && <Note icon="clock">Этот заказ меняли, ответа магазина ещё нет. Показано прежнее.</Note>}
      {data.order.needs_consents.length > 0 ? (
        <OrderAgree orderRef={orderRef} order={data.order} />
      ) : (
        <PaymentState orderRef={orderRef} order={data.order} onPaid={() => void load(orderRef)} />
      )}
      {data.order.holds.map(({ kind, words }) => (
        <Note key={kind} kind="seed" icon="clock">
          {words}
        </Note>
      ))}
      {'id' in orderRef && <OrderTogether order={data.order} />}
      <OrderRoad order={data.order} />
      <OrderParcels order={data.order} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <OrderSums order={data.order} picture={picture} />
          {data.order.view === 'order-comment' && <OrderComment orderRef={orderRef} order={data.order} />}
        </div>
        <div className={styles.column}>
          <OrderActs orderRef={orderRef} order={data.order} />
          <OrderReturns orderRef={orderRef} order={data.order} />
          <OrderDelivery order={data.order}>
            {(data.order.issue_code !== null || data.order.proxy) && (
              <OrderProxy orderRef={orderRef} order={data.order} />
            )}
          </OrderDelivery>
          <OrderReceipts order={data.order} />
          {data.order.view === 'guest-start' && 'token' in orderRef && <GuestStart token={orderRef.token} />}
        </div>
      </div>
    </div>
  );
}

/** Until somebody packs it, a guest's page is the answer to the order; later it is the order's. */
const FRESH: readonly number[] = [S.new, S.awaiting, S.paid, S.deferred];
function Head({ order, isGuest, at }: { order: Order; isGuest: boolean; at: string | null }) {
  const isFresh = isGuest && FRESH.includes(order.status.id);
  return (
    <header className={styles.head}>
      {!isGuest && (
        <Link href="/user/orders" className={styles.back}>
          <Icon name="left" size={20} />
          Мои заказы
        </Link>
      )}
      <h1 tabIndex={-1} className="num">
        {isFresh ? 'Заказ принят' : `Заказ ${numberWords(order.number)}`}
      </h1>
      <p className={`soft ${styles.when}`}>
        <span>
          {isFresh && `${numberWords(order.number)}, `}
          {momentWords(order.created_at)}
        </span>
        {at && <AsOf at={at} />}
      </p>
    </header>
  );
}

function Missing({ text, isRefused, onRetry }: { text: string; isRefused: boolean; onRetry: () => void }) {
  return (
    <div className={`wrap ${styles.page}`}>
      <EmptyState
        level={1}
        drawing={isRefused ? 'lost' : 'offline'}
        title={isRefused ? 'Такого заказа нет' : 'Заказ не загрузился'}
        text={isRefused ? 'Возможно, он оформлен в другом кабинете, или ссылка устарела.' : text}
        action={
          isRefused ? (
            <Link href="/user/orders" className={buttonClass('leaf')}>
              Мои заказы
            </Link>
          ) : (
            <button type="button" className={buttonClass('leaf')} onClick={onRetry}>
              Повторить
            </button>
          )
        }
      />
    </div>
  );
}

const Waiting = () => (
  <div className={`wrap ${styles.page}`} aria-busy="true">
    <Skeleton width={240} height={32} />
    <Skeleton height={120} radius={12} />
    <Skeleton height={280} radius={12} />
  </div>
);
