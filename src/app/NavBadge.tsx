import { useAtomValue } from 'jotai';
import { cartCountAtom } from '#src/features/cart/cart.atoms.ts';
import { pluralOf } from '#src/ui/numbers.ts';
import styles from './Shell.module.css';

/** Pieces in the cart. The number is a description, so that the link's name stays «Корзина». */
export function NavBadge() {
  const count = useAtomValue(cartCountAtom);
  if (count === 0) return null;
  return (
    <span className={styles.count} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}

export function NavBadgeWords() {
  const count = useAtomValue(cartCountAtom);
  return (
    <span id="cart-pieces" hidden>
      {count === 0
        ? 'пусто'
        : `${count} ${pluralOf(count, { one: 'штука', few: 'штуки', many: 'штук', other: 'штуки' })}`}
    </span>
  );
}
