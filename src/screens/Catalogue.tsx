import { useAtomValue } from 'jotai';
import { Suspense, useCallback, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import { AddToCart } from '#src/features/cart/AddToCart.tsx';
import { CatalogueHead } from '#src/features/catalogue/CatalogueHead.tsx';
import { CategoryChips } from '#src/features/catalogue/CategoryChips.tsx';
import { catalogueAtom, syncStateAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { EarlyGrid, hasSheet } from '#src/features/catalogue/EarlyGrid.tsx';
import { listingKey, pathOf } from '#src/features/catalogue/listing-url.rules.ts';
import { PreviewSlot } from '#src/features/catalogue/PreviewSlot.tsx';
import { withPreview } from '#src/features/catalogue/preview.rules.ts';
import { ProductGrid } from '#src/features/catalogue/ProductGrid.tsx';
import { useListing } from '#src/features/catalogue/use-listing.ts';
import { isWideNow, useWide } from '#src/features/catalogue/use-wide.ts';
import { FavouriteToggle } from '#src/features/favourites/FavouriteToggle.tsx';
import { useHydrating } from '#src/platform/display/use-hydrating.ts';
import { ShopCard } from '#src/screens/cards/ShopCard.tsx';
import { NBSP } from '#src/ui/numbers.ts';
import { usePageTitle } from '#src/ui/page-title.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './Catalogue.module.css';

const desktop = () => import('#src/features/catalogue/DesktopFilters.tsx');
const CategoryRail = lazyPart(desktop, 'CategoryRail');
const FilterFields = lazyPart(desktop, 'FilterFields');
const ChosenChips = lazyPart(desktop, 'ChosenChips');
const Breadcrumbs = lazyPart(desktop, 'Breadcrumbs');
const notes = () => import('#src/features/catalogue/ListNotes.tsx');
const SearchNote = lazyPart(notes, 'SearchNote');
const EmptyResult = lazyPart(notes, 'EmptyResult');
const UnknownCategory = lazyPart(notes, 'UnknownCategory');
const NothingStored = lazyPart(notes, 'NothingStored');
const SyncProgress = lazyPart(notes, 'SyncProgress');
/** Nobody sees it before 300 ms have passed. */
const GridSkeleton = lazyPart(() => import('#src/features/catalogue/GridSkeleton.tsx'), 'GridSkeleton');
const FilterSheet = lazyPart(() => import('#src/features/catalogue/FilterSheet.tsx'), 'FilterSheet');

/** What a rendered page holds of the desktop: there before the page is taken over. */
Catalogue.whole = async (): Promise<unknown> =>
  isWideNow() && Promise.all([CategoryRail, FilterFields, ChosenChips, Breadcrumbs].map((part) => part.preload()));

/** Pictures of the first screen: two rows of the phone, the first one of the desktop. */
const EAGER = 4;

export function Catalogue() {
  const slug = useParams<{ category?: string }>().category;
  const [path, navigate] = useLocation();
  const search = useSearch();
  const catalogue = useAtomValue(catalogueAtom);
  const sync = useAtomValue(syncStateAtom);
  const isWide = useWide();
  // The server does not know the width: both sets of controls are drawn, and the style sheet shows one.
  const isHydrating = useHydrating();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isKnown = catalogue.status !== 'empty';
  const category = slug === undefined ? null : catalogue.categories.find((node) => node.slug === slug);
  const list = useListing(category);
  // No other title may stand here while the category's own is loading.
  const title = category?.title ?? (slug === undefined ? 'Каталог' : NBSP);
  usePageTitle(slug === undefined ? null : category?.title);
  const { result } = list;
  const isPlain = list.filters === 0 && list.listing.q === '';
  const total = result
    ? catalogue.status === 'first'
      ? (category?.count ?? catalogue.total)
      : result.rows.length
    : isPlain && isKnown
      ? (category?.count ?? catalogue.total)
      : null;
  // The shard's own counts until every product is here; afterwards what the other choices leave.
  const isCounted = list.isCounted && result && !isPlain;
  const countOf = (node: CategoryNode) => (isCounted ? (result.byCategory.get(node.id) ?? 0) : node.count);
  const everywhere = isCounted ? result.everywhere : catalogue.total;
  const openPreview = useCallback(
    (row: ListRow) => navigate(path + withPreview(location.search, row.slug), { state: { preview: true } }),
    [navigate, path],
  );

  if (isKnown && category === undefined) {
    return (
      <div className="wrap">
        <Suspense>
          <UnknownCategory />
        </Suspense>
      </div>
    );
  }
  const isStopped = sync.kind === 'offline' || sync.kind === 'broken' || sync.kind === 'full';
  const shared = { categories: catalogue.categories, current: category ?? null, countOf, total: everywhere };
  return (
    <div className={`wrap ${styles.page}`}>
      {(isWide || isHydrating) && (
        <div className={styles.rail}>
          <Suspense>
            {isKnown && (
              <CategoryRail {...shared}>
                <FilterFields list={list} />
              </CategoryRail>
            )}
          </Suspense>
        </div>
      )}
      <div className={styles.main}>
        {(isWide || isHydrating) && slug !== undefined && (
          <div className={styles.path}>
            <Suspense>
              {category && <Breadcrumbs path={pathOf(catalogue.categories, category.id)} isOwnPage />}
            </Suspense>
          </div>
        )}
        <CatalogueHead title={title} total={total} list={list} />
        {(isWide || isHydrating) && (
          <div className={styles.chosen}>
            <Suspense>{isKnown && <ChosenChips list={list} />}</Suspense>
          </div>
        )}
        {!isWide && (
          <CategoryChips
            {...shared}
            isSearch={Boolean(isCounted) && list.listing.q !== ''}
            filters={list.filters}
            onFilters={() => setSheetOpen(true)}
          />
        )}
        {/* Every late part waits alone: a shared boundary would hide the cards until it has come. */}
        <Suspense>{list.listing.q !== '' && <SearchNote list={list} />}</Suspense>
        {result ? (
          result.rows.length > 0 ? (
            <ProductGrid
              rows={result.rows}
              listKey={path + listingKey(search)}
              label="Товары"
              renderCard={(row, index) => <ShopCard row={row} priority={index < EAGER} onPreview={openPreview} />}
            />
          ) : (
            <Suspense>
              <EmptyResult list={list} category={category ?? null} />
            </Suspense>
          )
        ) : catalogue.status === 'ready' || !hasSheet ? (
          <Suspense>
            <GridSkeleton />
          </Suspense>
        ) : isKnown || !isStopped ? (
          <EarlyGrid />
        ) : (
          <Suspense>
            <NothingStored />
          </Suspense>
        )}
        <Suspense>
          {catalogue.status === 'first' && !isHydrating && (
            <SyncProgress shown={result?.rows.length ?? 0} total={catalogue.total} />
          )}
        </Suspense>
      </div>
      <Suspense>{isSheetOpen && <FilterSheet list={list} onClose={() => setSheetOpen(false)} />}</Suspense>
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
