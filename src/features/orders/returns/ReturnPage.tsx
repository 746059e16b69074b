import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { loadOrderAtom, orderAtom } from '#src/features/orders/orders.atoms.ts';
import { orderAddress, type OrderRef } from '#src/features/orders/orders.rules.ts';
import { ReturnCard } from '#src/features/orders/returns/ReturnCard.tsx';
import { ReturnForm } from '#src/features/orders/returns/ReturnForm.tsx';
import { useReturnOptions } from '#src/features/orders/returns/use-return-options.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Return.module.css';
import { numberWords } from '#src/ui/format.ts';

type Props = { orderRef: OrderRef; picture: (image: string | null) => ReactNode };

/** /user/orders/:id/return and /order/:token/return: returns of one order, and the form of another one (docs/product/returns.md). */
export function ReturnPage({ orderRef, picture }: Props) {
  const { data, failure, isCopy } = useAtomValue(orderAtom)(orderRef);
  const load = useSetAtom(loadOrderAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const key = JSON.stringify(orderRef);
  useEffect(() => {
    if (known) void load(JSON.parse(key) as OrderRef);
  }, [load, uid, known, returns, key]);
  if (!data && failure)
    return (
      <div className={`wrap ${styles.page}`}>
        <EmptyState
          level={1}
          drawing={failure.kind === 'refused' ? 'lost' : 'offline'}
          title={failure.kind === 'refused' ? 'Такого заказа нет' : 'Заказ не загрузился'}
          text={failureText(failure)}
          action={
            <Button kind="leaf" onClick={() => void load(orderRef)}>
              Повторить
            </Button>
          }
        />
      </div>
    );
  if (!data) return <Waiting />;
  const { order } = data;
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <Link href={orderAddress(orderRef)} className={styles.back}>
          <Icon name="left" size={20} />
          Заказ {numberWords(order.number)}
        </Link>
        <h1 tabIndex={-1}>Возврат</h1>
      </header>
      {isCopy && (
        <Note icon="offline">Нет сети. Показано то, что пришло раньше; оформить возврат можно, когда она будет.</Note>
      )}
      {order.returns.toReversed().map((one) => (
        <ReturnCard key={one.id} orderRef={orderRef} one={one} />
      ))}
      {order.can_return ? (
        <NewReturn orderRef={orderRef} version={order.returns.length} picture={picture} />
      ) : (
        order.returns.length === 0 && (
          <p className="soft">Возврат оформляют после получения. До него заказ можно отменить или не забирать.</p>
        )
      )}
      <p className="small soft">
        Что можно вернуть и в какой срок — на странице{' '}
        <Link href="/kompaniya/vozvrat" className="link">
          «Возврат»
        </Link>
        .
      </p>
    </div>
  );
}

/** `version`: with another return the choice begins anew. */
function NewReturn({ orderRef, version, picture }: Props & { version: number }) {
  const { options, failure, again } = useReturnOptions(orderRef, version);
  if (failure)
    return (
      <Note kind="error" icon="alert">
        <p role="alert">Не удалось узнать, что можно вернуть. {failureText(failure)}</p>
        <Button kind="line" onClick={again}>
          Повторить
        </Button>
      </Note>
    );
  if (!options) return <Skeleton height={280} radius={12} />;
  return <ReturnForm key={version} orderRef={orderRef} options={options} picture={picture} />;
}

const Waiting = () => (
  <div className={`wrap ${styles.page}`} aria-busy="true">
    <Skeleton width={200} height={32} />
    <Skeleton height={280} radius={12} />
  </div>
);
