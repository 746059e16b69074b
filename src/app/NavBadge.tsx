import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { cartCountAtom, isCartReadAtom } from '#src/features/cart/cart.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { useHydrating } from '#src/platform/display/use-hydrating.ts';
import { rememberedPieces, rememberPieces } from '#src/platform/memory/pieces.ts';
import { pluralOf } from '#src/ui/numbers.ts';
import styles from './Shell.module.css';

/** What the cart holds; until it has been read, what it held when this phone last showed it. */
function usePieces(): number {
  const count = useAtomValue(cartCountAtom);
  const isRead = useAtomValue(isCartReadAtom);
  const { known, uid } = useAtomValue(sessionAtom);
  const isHydrating = useHydrating();
  useEffect(() => {
    if (known && isRead) rememberPieces(uid, count);
  }, [known, isRead, uid, count]);
  return isRead || isHydrating || !known ? count : (rememberedPieces(uid) ?? count);
}

/** Pieces in the cart. The number is a description, so that the link's name stays «Корзина». */
export function NavBadge() {
  const count = usePieces();
  if (count === 0) return null;
  return (
    <span className={styles.count} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}

export function NavBadgeWords() {
  const count = usePieces();
  return (
    <span id="cart-pieces" hidden>
      {count === 0
        ? 'пусто'
        : `${count} ${pluralOf(count, { one: 'штука', few: 'штуки', many: 'штук', other: 'штуки' })}`}
    </span>
  );
}
