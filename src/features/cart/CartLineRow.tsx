import { useAtomValue, useSetAtom } from 'jotai';
import { memo, type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { cartLane, type LineInCart } from '#src/features/cart/lane.ts';
import { cartBarAtom, cartKindAtom, changeCartAtom } from '#src/features/cart/cart.atoms.ts';
import type { ViewLine } from '#src/features/cart/cart.types.ts';
import { acceptPriceAtom, removeLinesAtom } from '#src/features/cart/cart-view.atoms.ts';
import type { RefusedChange } from '#src/features/cart/refused.rules.ts';
import { RefusedChanges } from '#src/features/cart/RefusedChanges.tsx';
import { typedDelta } from '#src/features/cart/view.rules.ts';
import { MARK_WORDS, markOf } from '#src/sync-client/sync.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { closedBy } from '#src/ui/closed-by.ts';
import { formatMoney, NBSP } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Points } from '#src/terms/Points.tsx';
import { Stepper } from '#src/ui/Stepper.tsx';
import { StepperInput } from '#src/ui/StepperInput.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './CartLineRow.module.css';

type Props = { line: ViewLine; picture: ReactNode; refused?: readonly RefusedChange[] | undefined };

function Row({ line, picture, refused = [] }: Props) {
  const bar = useAtomValue(cartBarAtom);
  const closed = closedBy(bar);
  const change = useSetAtom(changeCartAtom);
  const remove = useSetAtom(removeLinesAtom);
  const { cartType, productId, quantity } = line;
  const by = (delta: number) => {
    if (delta === 0) return;
    // The last piece leaves like «Удалить»: with a way back.
    if (quantity + delta <= 0) remove([line]);
    else change({ cartType, productId, delta });
  };
  const titleId = `line-${cartType}-${productId}`;
  const href = line.slug ? `/produkt/${line.slug}` : `/product/${productId}`;
  return (
    <article className={`${styles.line} ${line.available ? '' : styles.out}`} aria-labelledby={titleId}>
      <Link href={href} className={styles.picture} tabIndex={-1} aria-hidden="true">
        {picture}
      </Link>
      <div className={styles.words}>
        <h2 id={titleId}>
          <Link href={href}>{line.title}</Link>
        </h2>
        <p className="small mute">
          <span className="num">{line.code}</span>
          {line.pack && ` · ${line.pack}`}
        </p>
        {line.note && (
          <p className={styles.note}>
            <Tag kind={line.available ? 'plain' : 'line'} icon="info">
              {line.note}
            </Tag>
          </p>
        )}
        <Waiting cartType={cartType} productId={productId} />
      </div>
      <div className={styles.step}>
        <Stepper
          value={quantity}
          max={Math.max(line.maxQty, quantity)}
          tone="line"
          barred={bar}
          of={titleId}
          onChange={by}
          input={
            <StepperInput
              barred={bar}
              of={titleId}
              value={quantity}
              onInput={(typed) => by(typedDelta(quantity, typed))}
            />
          }
        />
      </div>
      <div className={styles.sum}>
        {line.available && line.price !== null && (
          <>
            <b className="num">{formatMoney(line.sum)}</b>
            {quantity > 1 && (
              <span className="small mute num">
                {formatMoney(line.price)} × {quantity}
              </span>
            )}
            {line.points !== null && <Points value={line.points} />}
          </>
        )}
      </div>
      <IconButton
        icon="trash"
        label="Удалить"
        aria-describedby={titleId}
        size={20}
        className={styles.remove}
        {...closed}
        onClick={(event) => {
          const next = neighbourOf(event.currentTarget);
          remove([line]);
          next?.focus();
        }}
      />
      <RefusedChanges changes={refused} title={line.title} />
      {line.priceChanged && <PriceChanged line={line} from={line.priceChanged.from} to={line.priceChanged.to} />}
    </article>
  );
}

/** «в очереди», «отправляем»: only of what has had to wait. What was refused has a block of its own. */
function Waiting({ cartType, productId }: LineInCart) {
  const lane = cartLane({ kind: useAtomValue(cartKindAtom), cartType, productId });
  const mark = useAtomValue(useMemo(() => markOf(lane), [lane]));
  if (!mark || mark === 'refused') return null;
  return (
    <p className={styles.note}>
      <Tag kind="seed" icon={mark === 'queued' ? 'clock' : 'sync'}>
        {MARK_WORDS[mark]}
      </Tag>
    </p>
  );
}

/** The button goes with its line: the keyboard goes on with the neighbour's. */
function neighbourOf(button: HTMLElement): HTMLElement | null | undefined {
  const own = button.closest('article');
  const next = [own?.nextElementSibling, own?.previousElementSibling].find((one) => one?.matches('article'));
  return next?.querySelector<HTMLElement>('[aria-label="Удалить"]');
}

/** A rise is asked about: the line counts at the new price and is marked until then (docs/product/offline.md#prices). */
function PriceChanged({ line, from, to }: { line: ViewLine; from: number; to: number }) {
  const closed = closedBy(useAtomValue(cartBarAtom));
  const accept = useSetAtom(acceptPriceAtom);
  const remove = useSetAtom(removeLinesAtom);
  return (
    <div className={styles.changed}>
      <Icon name="info" size={20} />
      <p className="small">
        Цена выросла: была{NBSP}
        <span className="num">{formatMoney(from)}</span>, стала{NBSP}
        <b className="num">{formatMoney(to)}</b>
      </p>
      <span className={styles.choice}>
        <Button
          kind="line"
          {...closed}
          onClick={() => void accept({ cartType: line.cartType, productId: line.productId, price: to })}
        >
          Оставить
        </Button>
        <Button kind="quiet" {...closed} onClick={() => remove([line])}>
          Убрать
        </Button>
      </span>
    </div>
  );
}

const isSame = (a: ViewLine, b: ViewLine): boolean =>
  (Object.keys(a) as (keyof ViewLine)[]).every((key) =>
    key === 'priceChanged'
      ? a.priceChanged?.from === b.priceChanged?.from && a.priceChanged?.to === b.priceChanged?.to
      : Object.is(a[key], b[key]),
  );
/** A tap on one of a hundred lines draws one line: the picture of a line never changes. */
export const CartLineRow = memo(Row, (a, b) => isSame(a.line, b.line) && a.refused === b.refused);
