import { useAtomValue } from 'jotai';
import { Suspense, useCallback, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import { AddToCart } from '#src/features/cart/AddToCart.tsx';
import { catalogueAtom, priceOfAtom, syncStateAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { GridSkeleton } from '#src/features/catalogue/GridSkeleton.tsx';
import { orderRows } from '#src/features/catalogue/listing.rules.ts';
import { PreviewSlot } from '#src/features/catalogue/PreviewSlot.tsx';
import { withPreview } from '#src/features/catalogue/preview.rules.ts';
import { ProductCard } from '#src/features/catalogue/ProductCard.tsx';
import { ProductRow } from '#src/features/catalogue/ProductRow.tsx';
import { FavouriteToggle } from '#src/features/favourites/FavouriteToggle.tsx';
import { productsCount } from '#src/terms/counts.ts';
import { formatNumber } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './ShopFront.module.css';

const NothingStored = lazyPart(() => import('#src/features/catalogue/ListNotes.tsx'), 'NothingStored');
const ROW = 8;

/** The shop front, all of it from the local catalogue: categories, «Новинки», «Хиты», «Акции». */
export function ShopFront() {
  const catalogue = useAtomValue(catalogueAtom);
  const priceOf = useAtomValue(priceOfAtom);
  const sync = useAtomValue(syncStateAtom);
  const [path, navigate] = useLocation();
  const { rows, categories, total, status } = catalogue;
  const openPreview = useCallback(
    (row: ListRow) => navigate(path + withPreview(location.search, row.slug), { state: { preview: true } }),
    [navigate, path],
  );
  const newest = useMemo(() => orderRows(rows, () => undefined, 'created_at-desc'), [rows]);
  const inStock = (row: ListRow) => (priceOf(row.id)?.stock ?? 0) > 0;
  const labelled = (label: 'Новинка' | 'Хит' | 'Акция') =>
    newest.filter((row) => row.labels.includes(label) && inStock(row)).slice(0, ROW);
  const novelties = labelled('Новинка');
  const card = (row: ListRow, isFirst: boolean) => {
    const price = priceOf(row.id);
    return (
      <ProductCard
        level={3}
        row={row}
        price={price}
        priority={isFirst}
        heart={<FavouriteToggle id={row.id} title={row.title} variant="card" />}
        action={<AddToCart row={row} price={price} variant="card" />}
        onPreview={openPreview}
      />
    );
  };
  const isStopped = sync.kind === 'offline' || sync.kind === 'broken' || sync.kind === 'full';
  const top = categories.filter((node) => node.parent_id === null);
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1>Магазин</h1>
        <p className="soft">Витамины, чай, уход и дом. Каталог открывается и без сети.</p>
      </header>
      {status === 'empty' ? (
        isStopped ? (
          <Suspense>
            <NothingStored />
          </Suspense>
        ) : (
          <GridSkeleton cells={4} />
        )
      ) : (
        <>
          <nav className={styles.contents} aria-label="Категории">
            <ul>
              <li>
                <Link href="/katalog" className={styles.all}>
                  <Lead name="Весь каталог" value={productsCount(total)} />
                </Link>
              </li>
              {top.map((node) => (
                <li key={node.id}>
                  <Link href={`/katalog/${node.slug}`}>
                    <Lead
                      name={
                        <>
                          <span className={styles.short}>{node.short}</span>
                          <span className={styles.long}>{node.title}</span>
                        </>
                      }
                      value={formatNumber(node.count)}
                    />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <ProductRow
            title="Новинки"
            rows={novelties.length > 0 ? novelties : newest.slice(0, ROW)}
            renderCard={(row) => card(row, true)}
            more={
              <Link href="/katalog" className="link">
                Все новые
              </Link>
            }
          />
          <ProductRow title="Хиты" rows={labelled('Хит')} renderCard={(row) => card(row, false)} />
          <ProductRow title="По акции" rows={labelled('Акция')} renderCard={(row) => card(row, false)} />
        </>
      )}
      <PreviewSlot
        renderActions={(row, price) => (
          <>
            <AddToCart row={row} price={price} variant="page" />
            <FavouriteToggle id={row.id} title={row.title} variant="line" />
          </>
        )}
      />
    </div>
  );
}
