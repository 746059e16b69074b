import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';
import { Labels } from '#src/features/catalogue/Labels.tsx';
import { NoProduct } from '#src/features/catalogue/NoProduct.tsx';
import { withPreview } from '#src/features/catalogue/preview.rules.ts';
import { PriceBlock } from '#src/features/catalogue/PriceBlock.tsx';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { useProduct } from '#src/features/catalogue/use-product.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { NotMedicine } from '#src/terms/NotMedicine.tsx';
import { nameWithPack } from '#src/terms/product-name.ts';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './ProductPreview.module.css';

type Props = { slug: string; renderActions: (row: ListRow, price: Price | undefined) => ReactNode };

/**
 * Quick view over the list, an address of its own: Back closes it, the list behind does not move. Opened when its product is known, at its
 * final height: a sheet from below that grows takes all it holds along.
 */
export function ProductPreview({ slug, renderActions }: Props) {
  const state = useProduct({ slug });
  const [path, navigate] = useLocation();
  const search = useSearch();
  const close = () => {
    // Opened here by a tap: one step back. Opened by its address: the list takes its place.
    if ((history.state as { preview?: boolean } | null)?.preview) history.back();
    else navigate(path + withPreview(search, null), { replace: true });
  };
  if (state.kind === 'waiting') return null;
  const title = state.kind === 'shown' ? state.row.title : 'Быстрый просмотр';
  return (
    <Sheet open onClose={close} title={title} size="wide">
      {state.kind === 'shown' ? (
        <div className={styles.preview}>
          <div className={styles.stage}>
            <ProductPicture
              image={state.row.image}
              title={nameWithPack(state.row)}
              size={480}
              sizes="(min-width: 780px) 380px, 60vw"
              priority
              dimmed={state.price?.stock === 0}
            />
            <Labels labels={state.row.labels} className={styles.labels} />
          </div>
          <div className={styles.words}>
            <p className="mute small num">Код {state.row.code}</p>
            <p className={`soft ${styles.subtitle}`}>{state.details?.subtitle ?? state.row.pack}</p>
            <PriceBlock row={state.row} price={state.price} />
            <div className={styles.actions}>{renderActions(state.row, state.price)}</div>
            <Link href={`/produkt/${state.row.slug}`} className={buttonClass('quiet', { wide: true })} replace>
              Подробнее о товаре
            </Link>
            {state.row.is_bad && <NotMedicine />}
          </div>
        </div>
      ) : (
        <NoProduct kind={state.kind} onRetry={close} level={2} />
      )}
    </Sheet>
  );
}
