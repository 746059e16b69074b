import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { AddByCode } from '#src/features/cart/AddByCode.tsx';
import { cartBarAtom, pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import type { ViewLine } from '#src/features/cart/cart.types.ts';
import { cartAtom, removeLinesAtom } from '#src/features/cart/cart-view.atoms.ts';
import { catalogueAsOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { CartLineRow } from '#src/features/cart/CartLineRow.tsx';
import { CartSticky, CartTotals } from '#src/features/cart/CartTotals.tsx';
import { refusedLinesAtom } from '#src/features/cart/refused-lines.atoms.ts';
import { RefusedRow } from '#src/features/cart/RefusedChanges.tsx';
import { isClientViewAtom, realPriceTypeAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { closedBy } from '#src/ui/closed-by.ts';
import { formatAt } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { productsCount } from '#src/terms/counts.ts';
import { Since } from '#src/ui/Since.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './CartPage.module.css';

type Props = {
  title: string;
  withQuantity?: boolean;
  picture: (line: Pick<ViewLine, 'image' | 'available'>) => ReactNode;
};

export function CartPage({ title, withQuantity = false, picture }: Props) {
  const { lines, totals, at } = useAtomValue(cartAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const asOf = useAtomValue(catalogueAsOfAtom);
  const isAsked = useAsked();
  const { known } = useAtomValue(sessionAtom);
  const bar = useAtomValue(cartBarAtom);
  const removeAll = useSetAtom(removeLinesAtom);
  const isReal = useAtomValue(realPriceTypeAtom) === 1;
  const isClientView = useAtomValue(isClientViewAtom) && isReal;
  const refused = useAtomValue(refusedLinesAtom);
  // A product that was refused whole has no line of its own.
  const others = [...refused].filter(([id]) => !lines.some((line) => line.productId === id));
  const isEmpty = lines.length === 0 && others.length === 0;
  const isKnown = at !== null || isAsked;
  const heading = useRef<HTMLHeadingElement>(null);
  const wasFull = useRef(false);
  useEffect(() => {
    // The button that emptied it is gone: the eye and the keyboard start at the top again.
    if (isEmpty && wasFull.current) heading.current?.focus();
    wasFull.current = !isEmpty;
  }, [isEmpty]);
  return (
    <div className={`wrap ${styles.page} ${isEmpty ? '' : styles.filled}`}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lines.length > 0 && <p className="mute num">{productsCount(totals.count)}</p>}
        {/* The pill says how old the catalogue is: another time is said of the cart alone. */}
        {!isOnline && at && (!asOf || formatAt(at) !== formatAt(asOf)) && <Since at={at} prefix="корзина сохранена" />}
        <PriceSwitch />
      </div>
      {bar && <Note className={styles.closed}>{bar}: изменить корзину нельзя.</Note>}
      {/* Whose cart it is decides what stands above it: nothing is drawn before, so nothing jumps. */}
      {isEmpty && !isKnown && known && <LinesSkeleton />}
      {isEmpty && isKnown && (
        <div className={`card ${styles.list}`}>
          {at === null && !isOnline ? (
            <EmptyState
              drawing="offline"
              title="Корзина ещё не загружена на этот телефон"
              text="Она появится, когда будет интернет. Каталог можно листать и без него."
              action={<ToCatalogue />}
            />
          ) : (
            <EmptyState
              drawing="sprout"
              title="Здесь пока пусто"
              text={
                bar
                  ? 'С этого аккаунта корзину можно только смотреть.'
                  : 'Добавьте товар из каталога или сразу по коду с этикетки.'
              }
              action={<ToCatalogue />}
            />
          )}
          <div className={styles.code}>
            <AddByCode withQuantity={withQuantity} />
          </div>
        </div>
      )}
      {!isEmpty && (
        <div className={styles.cols}>
          <section className={`card ${styles.list}`} aria-label="Товары в корзине">
            {lines.map((line) => (
              <CartLineRow
                key={line.productId}
                line={line}
                picture={picture(line)}
                refused={refused.get(line.productId)}
              />
            ))}
            {others.map(([id, changes]) => (
              <RefusedRow
                key={id}
                productId={id}
                changes={changes}
                picture={(image) => picture({ image, available: false })}
              />
            ))}
            <div className={styles.code}>
              <AddByCode withQuantity={withQuantity} />
              {lines.length > 0 && (
                <Button kind="quiet" {...closedBy(bar)} onClick={() => removeAll(lines)}>
                  Очистить корзину
                </Button>
              )}
            </div>
          </section>
          {lines.length > 0 && <CartTotals totals={totals} isClientView={isClientView} hasRefused={refused.size > 0} />}
        </div>
      )}
      {lines.length > 0 && <CartSticky totals={totals} />}
    </div>
  );
}

/** The server is asked whenever the screen opens or comes back to sight; true once it has answered or could not be reached. */
function useAsked(): boolean {
  const pull = useSetAtom(pullCartAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  useEffect(() => {
    if (!known) return undefined;
    void pull().finally(() => setAskedFor(uid));
    const onVisible = () => document.visibilityState === 'visible' && void pull();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [pull, uid, known]);
  return askedFor === uid;
}

function PriceSwitch() {
  const isReal = useAtomValue(realPriceTypeAtom) === 1;
  const [isClientView, setClientView] = useAtom(isClientViewAtom);
  if (!isReal) return null;
  const option = (isClient: boolean, text: string) => (
    <button type="button" aria-pressed={isClientView === isClient} onClick={() => void setClientView(isClient)}>
      {text}
    </button>
  );
  return (
    <fieldset className={styles.prices} aria-label="Цены">
      {option(false, 'Ваши цены')}
      {option(true, 'Для клиента')}
    </fieldset>
  );
}

const ToCatalogue = () => (
  <Link href="/katalog" className={buttonClass('leaf')}>
    Открыть каталог
  </Link>
);

/** The final geometry of three lines. */
function LinesSkeleton() {
  return (
    <div className={styles.cols} aria-busy="true">
      <div className={`card ${styles.list}`}>
        {[0, 1, 2].map((i) => (
          <div key={i} className={styles.ghost}>
            <Skeleton width={72} height={72} />
            <div>
              <Skeleton width="70%" height={18} />
              <Skeleton width="40%" height={14} />
              <Skeleton width={132} height={44} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
