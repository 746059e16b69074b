import { useAtomValue } from 'jotai';
import { helloAtom } from '#src/features/cart/hello.atoms.ts';
import { formatMoney, NBSP } from '#src/ui/format.ts';
import styles from './HelloNotice.module.css';

/** How far the cart is from the newcomer's bonus: words and a line that fills; absent for whoever cannot earn it. */
export function HelloNotice() {
  const hello = useAtomValue(helloAtom);
  if (!hello) return null;
  const { amount, required, left } = hello;
  return (
    <div className={styles.hello}>
      <p>
        {left > 0 ? (
          <>
            До приветственного бонуса {formatMoney(amount)} осталось <b className="num">{formatMoney(left)}</b>
          </>
        ) : (
          <>
            <b>Бонус {formatMoney(amount)}</b> будет начислен после получения{NBSP}заказа
          </>
        )}
      </p>
      {/* The words say it: the line is for the eye. */}
      <span className={styles.line} aria-hidden="true">
        <span style={{ inlineSize: `${100 - (100 * left) / required}%` }} />
      </span>
    </div>
  );
}
