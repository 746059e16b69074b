import { atom, useAtomValue, useSetAtom } from 'jotai';
import { Suspense, useLayoutEffect, useMemo, useRef } from 'react';
import { limitOfBucket } from '#contract/cart-arithmetic.ts';
import type { ListRow } from '#contract/catalogue.ts';
import { LIMITS } from '#contract/first-tables.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';
import { cartLane, entryOf, lineAsked } from '#src/features/cart/lane.ts';
import {
  cartBarAtom,
  cartKindAtom,
  changeCartAtom,
  notifyMeAtom,
  quantityOfAtom,
  drawnLinesAtom,
} from '#src/features/cart/cart.atoms.ts';
import { MARK_WORDS, markOf } from '#src/sync-client/sync.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { closedBy } from '#src/ui/closed-by.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Stepper } from '#src/ui/Stepper.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './AddToCart.module.css';

const TypedNumber = lazyPart(() => import('#src/features/cart/TypedNumber.tsx'), 'TypedNumber');

type Props = { row: ListRow; price: Price | undefined; variant?: 'card' | 'page' };

/** «В корзину» and the stepper share one box: nothing moves, and the keyboard stays where it was. */
export function AddToCart({ row, price, variant = 'card' }: Props) {
  const { quantity, maxQty } = useAtomValue(useMemo(() => lineAtom(row.id), [row.id]));
  const kind = useAtomValue(cartKindAtom);
  const lane = cartLane({ kind, ...lineAsked({ productId: row.id }) });
  const mark = useAtomValue(useMemo(() => markOf(lane), [lane]));
  const bar = useAtomValue(cartBarAtom);
  const change = useSetAtom(changeCartAtom);
  const askNotify = useSetAtom(notifyMeAtom);
  const box = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const isIn = quantity > 0;
  useLayoutEffect(() => {
    if (hadFocus.current)
      box.current?.querySelector<HTMLElement>('button:last-of-type')?.focus({ preventScroll: true });
    hadFocus.current = false;
    // Runs when button and stepper are swapped, and only then.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [isIn]);

  const step = (delta: 1 | -1) => {
    // Focus is lost only when button and stepper are swapped.
    hadFocus.current = !isIn || quantity + delta === 0;
    change({ productId: row.id, delta, ...(isIn ? {} : { added: row }) });
  };
  const isOut = price?.stock === 0;
  const why = isIn || !isOut ? bar : undefined;
  const max = maxQty ?? (price ? limitOfBucket(price.stock) : LIMITS.lineMax);
  return (
    <div ref={box} className={styles.box} data-mark={mark} data-why={variant === 'card' ? why : undefined}>
      {mark && <span className="sr">{MARK_WORDS[mark]}</span>}
      {isIn ? (
        <Stepper
          value={quantity}
          max={Math.max(max, quantity)}
          barred={bar}
          onChange={step}
          input={
            <Suspense fallback={<span>{quantity}</span>}>
              <TypedNumber
                value={quantity}
                barred={bar}
                onInput={(typed) => {
                  hadFocus.current = typed === 0;
                  change({ productId: row.id, delta: typed - quantity });
                }}
              />
            </Suspense>
          }
        />
      ) : isOut ? (
        <Button kind="line" wide onClick={() => askNotify(row)}>
          <Icon name="bell" size={20} />
          Сообщить о{'\u00a0'}поступлении
        </Button>
      ) : (
        <Button
          kind={variant === 'card' ? 'soft' : 'leaf'}
          size={variant === 'page' ? 'lg' : undefined}
          wide
          data-tap="cart"
          {...closedBy(bar)}
          onClick={() => step(1)}
        >
          В корзину
        </Button>
      )}
      {/* In sight where there is room; a card shows it to the mouse and the keyboard. The button tells readers itself. */}
      {variant === 'page' && why && (
        <p className={`small soft ${styles.why}`} aria-hidden="true">
          {why}
        </p>
      )}
    </div>
  );
}

const lineAtom = (productId: number) => {
  const line = lineAsked({ productId });
  const quantity = atom((get) => get(quantityOfAtom)(line));
  const maxQty = atom((get) => get(drawnLinesAtom).get(entryOf(line))?.max_qty);
  let last = { quantity: -1, maxQty: undefined as number | undefined };
  // The same object while nothing changed, so that a tap on one card renders one card.
  return atom((get) => {
    const next = { quantity: get(quantity), maxQty: get(maxQty) };
    if (next.quantity !== last.quantity || next.maxQty !== last.maxQty) last = next;
    return last;
  });
};
