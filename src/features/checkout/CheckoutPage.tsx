import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import type { ViewLine } from '#src/features/cart/cart.types.ts';
import { cartAtom } from '#src/features/cart/cart-view.atoms.ts';
import { cartBarAtom, pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { ChangedSheet } from '#src/features/checkout/ChangedSheet.tsx';
import {
  draftAtom,
  lastOrderAtom,
  noPricesAtom,
  openCheckoutAtom,
  stageAtom,
  sumsAtom,
} from '#src/features/checkout/checkout.atoms.ts';
import { CheckoutFrame } from '#src/features/checkout/CheckoutFrame.tsx';
import { ConfirmFirst } from '#src/features/checkout/ConfirmFirst.tsx';
import { fillFromBook } from '#src/features/checkout/from-book.ts';
import { askGiven } from '#src/features/checkout/given-before.ts';
import { LastTime } from '#src/features/checkout/LastTime.tsx';
import { OrderSide } from '#src/features/checkout/OrderSide.tsx';
import { quote } from '#src/features/checkout/quote.ts';
import { Steps } from '#src/features/checkout/Steps.tsx';
import { useCheckout } from '#src/features/checkout/use-checkout.ts';
import { READONLY_WHY, showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatMoney, NBSP } from '#src/ui/format.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Checkout.module.css';

type Props = {
  picture: (line: Pick<ViewLine, 'image' | 'available'>) => ReactNode;
  /** The form that confirms an account: another feature's. */
  confirm: (asked: { onDone: () => void }) => ReactNode;
};

export function CheckoutPage(props: Props) {
  const { get, set } = useStore();
  const { uid, known } = useAtomValue(sessionAtom);
  const draft = useAtomValue(draftAtom);
  const { lines, at, status } = useAtomValue(cartAtom);
  const isClosed = useAtomValue(cartBarAtom) !== undefined;
  const openCheckout = useSetAtom(openCheckoutAtom);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  useEffect(holdUpdates, []);
  useEffect(() => {
    if (!known) return;
    void set(pullCartAtom).finally(() => setAskedFor(uid));
    void askGiven(get, set);
    void openCheckout()
      .then(() => fillFromBook(get, set))
      .then(() => quote(get, set));
  }, [get, set, openCheckout, uid, known]);
  if (!known || !draft) return <Waiting />;
  if (isClosed) return <NothingToOrder why="closed" />;
  if (lines.length > 0) return <Filled key={uid} {...props} />;
  // Until it is known whether there is a cart at all, no sum of 0 ₽ is drawn.
  if (status === 'ready' && at !== null) return <NothingToOrder why="empty" />;
  return status === 'ready' && askedFor === uid ? <NothingToOrder why="unknown" /> : <Waiting />;
}

function Filled({ picture, confirm }: Props) {
  const checkout = useCheckout();
  const { get, set } = useStore();
  const [, go] = useLocation();
  const last = useAtomValue(lastOrderAtom);
  const { user } = useAtomValue(sessionAtom);
  const heading = useRef<HTMLHeadingElement>(null);
  const { changed, isLastTime, isLast } = checkout;
  const isWaiting = user.role === 'user';
  const [asked, setAsked] = useState(0);
  const askCode = () => setAsked((times) => times + 1);
  // What was filled in stays. A confirmed consultant has other prices: cart and delivery are asked for anew.
  const confirmed = () => {
    set(showToastAtom, { text: 'Адрес подтверждён: заказ можно оформить' });
    heading.current?.focus();
    void set(pullCartAtom);
    void quote(get, set);
  };
  const onGo = async () => (isWaiting && (isLast || isLastTime) ? askCode() : checkout.onGo());
  const lines = useAtomValue(cartAtom).lines;
  // The sheet that says what is gone is read first.
  if (!changed && !lines.some(({ available }) => available)) return <NothingToOrder why="gone" />;
  const button = <Go {...checkout} onGo={onGo} />;
  return (
    <CheckoutFrame bar={button}>
      <div className={styles.columns}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            Оформление заказа
          </h1>
          {isWaiting && <ConfirmFirst asked={asked} onAsk={askCode} form={confirm} onDone={confirmed} />}
          {isLastTime && last ? <LastTime checkout={checkout} last={last} /> : <Steps checkout={checkout} />}
        </div>
        <OrderSide picture={picture}>{button}</OrderSide>
      </div>
      {changed && (
        <ChangedSheet
          details={changed.details}
          message={changed.message}
          onAccept={() => void checkout.accept()}
          onBack={() => {
            checkout.closeChanged();
            go('/cart');
          }}
          onClose={() => {
            checkout.closeChanged();
            void set(pullCartAtom);
          }}
        />
      )}
    </CheckoutFrame>
  );
}

/** The one solid button: the next step by its name, at last the sum. Without the network it says what waits for it. */
function Go({ step, next, isLast, onGo, isLastTime, isCounting }: ReturnType<typeof useCheckout>) {
  const stage = useAtomValue(stageAtom);
  const sums = useAtomValue(sumsAtom);
  const draft = useAtomValue(draftAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const isUnpriced = useAtomValue(noPricesAtom) !== null && (isLastTime || step !== 'recipient');
  const isFinal = isLast || isLastTime;
  const isOff = isFinal && !isOnline && stage === 'filling';
  const words =
    stage === 'checking'
      ? 'Проверяем…'
      : stage === 'placing'
        ? 'Оформляем…'
        : isCounting
          ? 'Считаем доставку…'
          : !isFinal
            ? next
            : sums.due === 0 || draft?.payment === PAYMENT_TYPES.bankRequisite
              ? 'Оформить заказ'
              : `Оплатить ${formatMoney(sums.due)}`;
  return (
    <>
      <Button
        kind="leaf"
        size="lg"
        wide
        aria-disabled={isOff || isCounting || isUnpriced || stage !== 'filling' || undefined}
        aria-describedby={isOff ? 'checkout-offline' : isUnpriced ? 'delivery-no-prices' : undefined}
        onClick={() => !isOff && stage === 'filling' && void onGo()}
      >
        {words}
      </Button>
      {isOff && (
        <p id="checkout-offline" className={`small soft ${styles.why}`}>
          Заказ сохранён как черновик. Когда появится сеть, нажмите ещё раз: проверим цены и{NBSP}оформим.
        </p>
      )}
      {stage === 'checking' && (
        <output className={`small soft ${styles.why}`}>
          Связь пропала. Проверяем, дошёл ли заказ: второй раз не нажимайте.
        </output>
      )}
    </>
  );
}

/** Another tab has ordered what stood here: whoever had scrolled would look at nothing. */
const reveal = (heading: HTMLElement | null) => {
  if (heading && scrollY > 0) heading.focus();
};
/**
 * `unknown`: this phone has never held the cart, and the shop does not answer. `gone`: all of it is sold out. `closed`: the
 * account may only look, so nothing is asked of it that it may not do.
 */
type Why = 'empty' | 'unknown' | 'gone' | 'closed';
const WHY: Record<Why, { title: string; text: string; to: readonly [href: string, words: string] }> = {
  empty: {
    title: 'Заказывать пока нечего',
    text: 'Добавьте товар из каталога или по коду с этикетки.',
    to: ['/katalog', 'Открыть каталог'],
  },
  unknown: {
    title: 'Корзина ещё не загружена на этот телефон',
    text: 'Она появится, когда магазин ответит. Каталог можно листать и без него.',
    to: ['/katalog', 'Открыть каталог'],
  },
  gone: {
    title: 'Товары из корзины закончились',
    text: 'Уберите их или замените другими. Всё, что вы заполнили, сохранено.',
    to: ['/cart', 'Вернуться в корзину'],
  },
  closed: {
    title: 'Оформить заказ нельзя',
    text: `${READONLY_WHY}. Если так быть не${NBSP}должно, напишите нам.`,
    to: ['/contacts', 'Контакты'],
  },
};
const DRAWINGS: Partial<Record<Why, 'offline' | 'lock'>> = { unknown: 'offline', closed: 'lock' };
const NothingToOrder = ({ why }: { why: Why }) => (
  <div className={`wrap ${styles.empty}`}>
    <h1 ref={reveal} tabIndex={-1}>
      Оформление заказа
    </h1>
    <div className="card">
      <EmptyState
        drawing={DRAWINGS[why] ?? 'sprout'}
        title={WHY[why].title}
        text={WHY[why].text}
        action={
          <Link href={WHY[why].to[0]} className={buttonClass('leaf')}>
            {WHY[why].to[1]}
          </Link>
        }
      />
    </div>
  </div>
);

const Waiting = () => (
  <div className={`wrap ${styles.waiting}`} aria-busy="true" data-phone-bare="" data-bare="">
    <Skeleton width={280} height={32} />
    <Skeleton height={160} radius={12} />
    <Skeleton height={240} radius={12} />
  </div>
);
