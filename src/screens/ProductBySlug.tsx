import { useAtomValue, useSetAtom } from 'jotai';
import { Suspense, type ReactNode, useEffect, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { ListRow, ProductDetails } from '#contract/catalogue.ts';
import { AddToCart } from '#src/features/cart/AddToCart.tsx';
import { Breadcrumbs } from '#src/features/catalogue/Breadcrumbs.tsx';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';
import { Gallery } from '#src/features/catalogue/Gallery.tsx';
import { pathOf } from '#src/features/catalogue/listing-url.rules.ts';
import { lookedAtAtom, noteLookedAtAtom } from '#src/features/catalogue/looked-at.atoms.ts';
import { NoProduct } from '#src/features/catalogue/NoProduct.tsx';
import { PriceBlock, PriceLine } from '#src/features/catalogue/PriceBlock.tsx';
import { ProductRow } from '#src/features/catalogue/ProductRow.tsx';
import { openPapers, ProductText } from '#src/features/catalogue/ProductText.tsx';
import { Share } from '#src/features/catalogue/Share.tsx';
import { tied } from '#src/features/catalogue/typography.rules.ts';
import { useProduct } from '#src/features/catalogue/use-product.ts';
import { FavouriteToggle } from '#src/features/favourites/FavouriteToggle.tsx';
import { Assurances } from '#src/features/product/Assurances.tsx';
import { similarTo } from '#src/features/product/similar.rules.ts';
import { UnitFacts } from '#src/features/product/UnitFacts.tsx';
import { Variants } from '#src/features/product/Variants.tsx';
import { AskConsultant } from '#src/features/sponsor/AskConsultant.tsx';
import { shareUrlAtom } from '#src/features/sponsor/sponsor.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { useHydrating } from '#src/platform/display/use-hydrating.ts';
import { rememberedKind } from '#src/platform/memory/who.ts';
import { ShopCard } from '#src/screens/cards/ShopCard.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { NotMedicine } from '#src/terms/NotMedicine.tsx';
import { nameWithPack } from '#src/terms/product-name.ts';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './ProductBySlug.module.css';

/** At the end of the page, and nothing in its place when its code does not come: the product stands without it. */
const ProductLessons = lazyPart(
  () =>
    import('#src/features/education/ProductLessons.tsx').catch(() => ({
      ProductLessons: (_props: { productId: number }) => null,
    })),
  'ProductLessons',
);

/** With the gazetteer and the tariff, behind the first look at the product; its room is kept. */
const DeliveryBlock = lazyPart(() => import('#src/features/product/DeliveryBlock.tsx'), 'DeliveryBlock');

export function ProductBySlug() {
  const { slug } = useParams<{ slug: string }>();
  const [attempt, setAttempt] = useState(0);
  return (
    <ProductPage key={`${slug}:${attempt}`} slug={decodeURIComponent(slug)} onRetry={() => setAttempt(attempt + 1)} />
  );
}

function ProductPage({ slug, onRetry }: { slug: string; onRetry: () => void }) {
  const state = useProduct({ slug });
  const [, navigate] = useLocation();
  usePageTitle(state.kind === 'unknown' ? 'Такого товара нет' : null);
  const newSlug = state.kind === 'shown' && state.row.slug !== slug ? state.row.slug : null;
  // An old address of the same product (docs/product/addresses.md#slugs).
  useEffect(() => {
    if (newSlug) navigate(`/produkt/${newSlug}`, { replace: true });
  }, [newSlug, navigate]);
  // A person's own prices stand among what everybody sees: whose screen it is the phone says within the same moment.
  const { known } = useAtomValue(sessionAtom);
  const isHydrating = useHydrating();
  const [isAnyones] = useState(() => isHydrating || rememberedKind() === 'guest');
  if (!known && !isAnyones) return <Waiting />;
  switch (state.kind) {
    case 'waiting':
      return <Waiting />;
    case 'shown':
      return <Shown {...state} />;
    default:
      return (
        <div className="wrap">
          <NoProduct kind={state.kind} onRetry={onRetry} />
        </div>
      );
  }
}

type ShownProps = {
  row: ListRow;
  price: Price | undefined;
  details: ProductDetails | null;
  isLate: boolean;
  /** The slot where what buyers say of the product will stand. */
  comments?: ReactNode;
};

function Shown({ row, price, details, isLate, comments }: ShownProps) {
  const catalogue = useAtomValue(catalogueAtom);
  const { categories, byId } = catalogue;
  const shareUrl = useAtomValue(shareUrlAtom);
  const { user, uid, known } = useAtomValue(sessionAtom);
  const noteLookedAt = useSetAtom(noteLookedAtAtom);
  useEffect(() => {
    if (known) void noteLookedAt(row.id);
  }, [known, uid, noteLookedAt, row.id]);
  const isPending = !details && !isLate;
  const path = pathOf(categories, row.category_id);
  usePageTitle(row.title);
  useDescription(details ? details.subtitle || row.title : nameWithPack(row));
  const heart = <FavouriteToggle id={row.id} title={row.title} variant="line" />;
  const share = <Share title={row.title} url={() => shareUrl(`/produkt/${row.slug}`)} />;
  const rowsOf = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const similar = similarTo(row, catalogue, details?.related ?? []);
  const lookedAt = useAtomValue(lookedAtAtom).filter(({ id }) => id !== row.id);
  const renderCard = (other: ListRow) => <ShopCard level={3} row={other} />;
  return (
    <div className={`wrap ${styles.page}`} data-phone-bare data-product={row.id}>
      <PhoneBar crumb={path.at(-1)?.title ?? ''} heart={heart} share={share} />
      <div className={styles.path}>
        <Breadcrumbs path={path} />
      </div>
      <div className={styles.columns}>
        <Gallery row={row} gallery={details?.gallery ?? []} views={details?.views} isOut={price?.stock === 0} />
        <section className={styles.buy} aria-label="О товаре">
          <p className="mute small num">Код {row.code}</p>
          <h1>{row.title}</h1>
          <p className={`soft ${styles.subtitle}`}>{tied(details ? details.subtitle : row.pack)}</p>
          <PriceBlock row={row} price={price} />
          <UnitFacts row={row} price={price} details={details} />
          {details && <Variants row={row} details={details} rowOf={(id) => byId.get(id)} />}
          {/* Variants come with the details and would push what follows down: until then its place is kept and nothing is seen to move. */}
          <div className={`${styles.actions} ${isPending ? styles.pending : ''}`}>
            <div className={styles.add}>
              <AddToCart row={row} price={price} variant="page" />
            </div>
            {heart}
            {share}
          </div>
          <div className={isPending ? styles.pending : undefined}>
            <AskConsultant label="Спросить консультанта" productId={row.id} className={styles.ask} />
            {row.is_bad && (
              <div className={styles.bad}>
                <NotMedicine />
              </div>
            )}
            <Assurances details={details} onPapers={openPapers} />
            <div className={styles.ways}>
              <Suspense>
                <DeliveryBlock grams={details?.weight ?? 0} />
              </Suspense>
            </div>
          </div>
        </section>
        {/* What comes in the place of the skeleton stands where the details above leave it. */}
        <div key={String(isPending)} className={styles.text}>
          {details ? (
            // Below the first screen: taken over behind the button above it (docs/decisions/421).
            <Suspense>
              <ProductText row={row} details={details} />
            </Suspense>
          ) : isLate ? (
            <p className={`soft ${styles.late}`}>
              Состав и описание этого товара ещё не сохранены на устройстве. Они появятся при связи.
            </p>
          ) : (
            <TextSkeleton />
          )}
        </div>
      </div>
      {details && <ProductRow title="Берут вместе" rows={rowsOf(details.related)} renderCard={renderCard} />}
      {details && <ProductRow title={similar.title} rows={similar.rows} renderCard={renderCard} />}
      {details && <ProductRow title="Вы смотрели" rows={lookedAt} renderCard={renderCard} />}
      {comments}
      {!user.isGuest && details && (
        <Suspense>
          <ProductLessons productId={row.id} />
        </Suspense>
      )}
      <div className={styles.sticky}>
        <PriceLine price={price} />
        <div className={styles.add}>
          <AddToCart row={row} price={price} variant="page" />
        </div>
      </div>
    </div>
  );
}

/** The phone's own bar: back, share, heart over the picture. */
function PhoneBar({ crumb, heart, share }: { crumb: string; heart: ReactNode; share: ReactNode }) {
  const [, navigate] = useLocation();
  return (
    <div className={styles.bar}>
      <IconButton
        icon="left"
        label="Назад в каталог"
        onClick={() => (history.length > 1 ? history.back() : navigate('/katalog'))}
      />
      <span className="sr">{crumb}</span>
      {share}
      {heart}
    </div>
  );
}

function Waiting() {
  return (
    <div className={`wrap ${styles.page}`} data-phone-bare aria-busy="true">
      <div className={styles.columns}>
        <Skeleton className={styles.stageSkeleton} height="auto" radius={12} />
        <div className={styles.buy}>
          <Skeleton width={80} />
          <Skeleton width="80%" height={32} className={styles.gap} />
          <Skeleton width="60%" className={styles.gap} />
          <Skeleton width={140} height={36} className={styles.gap} />
        </div>
      </div>
      <TextSkeleton />
    </div>
  );
}
function TextSkeleton() {
  return (
    <div className={styles.late} aria-hidden="true">
      <Skeleton width="30%" height={24} />
      <Skeleton className={styles.gap} />
      <Skeleton className={styles.gap} width="85%" />
    </div>
  );
}

/** For search engines and previews; the server writes the same for a first visit. */
function useDescription(text: string): void {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    const before = meta?.content;
    if (meta) meta.content = text;
    return () => {
      if (meta && before !== undefined) meta.content = before;
    };
  }, [text]);
}
