import { useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { RefusedChange } from '#src/features/cart/refused.rules.ts';
import { repeatRefusedAtom } from '#src/features/notices/repeat.atoms.ts';
import { discardAtom } from '#src/sync-client/sync.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { focusNeighbour } from '#src/ui/focus-neighbour.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './CartLineRow.module.css';

/** Changes that the server rejected, with its words; never in the quantity or «Итого» (docs/product/offline.md#cart-arithmetic). */
export function RefusedChanges({ changes, title }: { changes: readonly RefusedChange[]; title: string }) {
  return changes.map((change) => <Refused key={change.rejected.record.id} change={change} title={title} />);
}

function Refused({ change: { rejected, pieces, reason }, title }: { change: RefusedChange; title: string }) {
  const repeat = useSetAtom(repeatRefusedAtom);
  const discard = useSetAtom(discardAtom);
  const [isBusy, setBusy] = useState(false);
  const act = (button: HTMLElement, work: (entry: typeof rejected) => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    focusNeighbour(button, 'article');
    void work(rejected).finally(() => setBusy(false));
  };
  const shared = { 'aria-description': title, 'aria-disabled': isBusy || undefined };
  return (
    <div className={`${styles.changed} ${styles.refused}`}>
      <Icon name="alert" size={20} />
      <p className="small">
        <b>
          не{'\u00a0'}отправлено{pieces !== 0 && `: ${pieces > 0 ? '+' : '−'}${Math.abs(pieces)}\u00a0шт.`}
        </b>
        <br />
        {reason}
      </p>
      <span className={styles.choice}>
        <Button kind="line" {...shared} onClick={(event) => act(event.currentTarget, repeat)}>
          Повторить
        </Button>
        <Button kind="quiet" {...shared} onClick={(event) => act(event.currentTarget, discard)}>
          Убрать
        </Button>
      </span>
    </div>
  );
}

/** A refused product that is not in the cart: as it was last known, never a bare number (docs/product/offline.md F22). */
export function RefusedRow({
  productId,
  changes,
  picture,
}: {
  productId: number;
  changes: readonly RefusedChange[];
  picture: (image: string | null) => ReactNode;
}) {
  const seen = changes.at(-1)?.rejected.record.seen;
  const title = seen?.title || `Товар №\u00a0${productId}`;
  const titleId = `refused-${productId}`;
  return (
    <article className={`${styles.line} ${styles.out}`} aria-labelledby={titleId}>
      <span className={styles.picture}>{picture(seen?.image ?? null)}</span>
      <div className={`${styles.words} ${styles.alone}`}>
        <h2 id={titleId}>
          <Link href={`/product/${productId}`}>{title}</Link>
        </h2>
        <p className="small mute">
          не{'\u00a0'}в{'\u00a0'}корзине
        </p>
      </div>
      <RefusedChanges changes={changes} title={title} />
    </article>
  );
}
