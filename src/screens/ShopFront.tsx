import { useAtomValue } from 'jotai';
import { type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import { AddToCart } from '#src/features/cart/AddToCart.tsx';
import { catalogueAtom, priceOfAtom, syncStateAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { GridSkeleton } from '#src/features/catalogue/GridSkeleton.tsx';
import { orderRows } from '#src/features/catalogue/listing.rules.ts';
import { PreviewSlot } from '#src/features/catalogue/PreviewSlot.tsx';
import { withPreview } from '#src/features/catalogue/preview.rules.ts';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { tied } from '#src/features/catalogue/typography.rules.ts';
import { FavouriteToggle } from '#src/features/favourites/FavouriteToggle.tsx';
import { Departments } from '#src/features/home/Departments.tsx';
import { Hero } from '#src/features/home/Hero.tsx';
import { facesOf, packsOnSheet, topsOf } from '#src/features/home/home.rules.ts';
import { ShopCard } from '#src/screens/cards/ShopCard.tsx';
import { FrontTopics } from '#src/screens/ShopFront/FrontTopics.tsx';
import { FrontRows } from '#src/screens/ShopFront/FrontRows.tsx';
import { WhenIdle } from '#src/screens/ShopFront/WhenIdle.tsx';
import { productsCount } from '#src/terms/counts.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './ShopFront.module.css';

const NothingStored = lazyPart(() => import('#src/features/catalogue/ListNotes.tsx'), 'NothingStored');
/** Nothing in its place when its code does not come: the front stands without it. */
const ForYou = lazyPart(
  () =>
    import('#src/screens/ShopFront/ForYou.tsx').catch(() => ({
      ForYou: (_props: { renderCard: (row: ListRow) => ReactNode }) => null,
    })),
  'ForYou',
);
const InstallBlock = lazyPart(
  () => import('#src/features/install/InstallBlock.tsx').catch(() => ({ InstallBlock: () => null })),
  'InstallBlock',
);
const PACK_SIZES = '(min-width: 960px) 310px, (min-width: 780px) 26vw, 46vw';
const FACE_SIZES = '(min-width: 960px) 120px, 96px';

/** `/` and `/eshop`: the front of the shop, all of it from the local catalogue, so it opens without a signal. */
export function ShopFront() {
  const { rows, categories, total, status } = useAtomValue(catalogueAtom);
  const isSold = useIsSold();
  const renderCard = useCard();
  const newest = useMemo(() => orderRows(rows, () => undefined, 'created_at-desc'), [rows]);
  const tops = useMemo(() => topsOf(categories), [categories]);
  const faces = useMemo(() => (status === 'ready' ? facesOf(newest, tops) : null), [status, newest, tops]);
  const packs = packsOnSheet(newest, tops, isSold);
  return (
    <div className={styles.page}>
      <Hero
        total={status === 'empty' ? null : productsCount(total)}
        packs={packs}
        set={tied}
        picture={(row) => (
          <ProductPicture image={row.image} title="" size={960} sizes={PACK_SIZES} priority={row === packs[0]} />
        )}
      />
      {status === 'empty' ? (
        <NothingYet />
      ) : (
        <>
          <Departments
            nodes={categories.filter((node) => node.parent_id === null)}
            total={productsCount(total)}
            picture={(node) => {
              const face = faces?.get(node.id);
              return face && <ProductPicture image={face.image} title="" size={240} sizes={FACE_SIZES} />;
            }}
          />
          <div className="wrap">
            <FrontRows
              newest={newest}
              isWhole={status === 'ready'}
              isSold={isSold}
              renderCard={renderCard}
              topics={<FrontTopics isSold={isSold} />}
            >
              <WhenIdle>
                <ForYou renderCard={renderCard} />
              </WhenIdle>
            </FrontRows>
            <WhenIdle>
              <InstallBlock />
            </WhenIdle>
          </div>
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

function useIsSold(): (row: ListRow) => boolean {
  const priceOf = useAtomValue(priceOfAtom);
  return useCallback((row) => (priceOf(row.id)?.stock ?? 0) > 0, [priceOf]);
}

function useCard(): (row: ListRow) => ReactNode {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const openPreview = useCallback(
    (row: ListRow) => navigate(path + withPreview(search, row.slug), { state: { preview: true } }),
    [navigate, path, search],
  );
  return (row) => <ShopCard level={3} row={row} onPreview={openPreview} />;
}

function NothingYet() {
  const { kind } = useAtomValue(syncStateAtom);
  const isStopped = kind === 'offline' || kind === 'broken' || kind === 'full';
  return (
    <div className={`wrap ${styles.waiting}`}>
      {isStopped ? (
        <Suspense>
          <NothingStored />
        </Suspense>
      ) : (
        <GridSkeleton cells={4} />
      )}
    </div>
  );
}
