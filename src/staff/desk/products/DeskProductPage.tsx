import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { JournalList } from '#src/staff/desk/audit/JournalList.tsx';
import { dayInMoscow } from '#src/staff/desk/users/desk-users.words.ts';
import { deskProductAtom, loadDeskProductAtom } from '#src/staff/desk/products/desk-products.atoms.ts';
import { DraftBar } from '#src/staff/desk/products/DraftBar.tsx';
import { ProductFields } from '#src/staff/desk/products/ProductFields.tsx';
import { ProductPlace } from '#src/staff/desk/products/ProductPlace.tsx';
import { ProductPictures } from '#src/staff/desk/products/ProductPictures.tsx';
import { MissingCard } from '#src/staff/MissingCard.tsx';
import { formatMoney } from '#src/ui/numbers.ts';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskProduct.module.css';

/** /desk/products/:id */
export function DeskProductPage({ id }: { id: number }) {
  const { key, data, failure } = useAtomValue(deskProductAtom);
  const load = useSetAtom(loadDeskProductAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  useEffect(() => {
    if (isOnline) void load(id);
  }, [load, uid, isOnline, id]);
  const isMine = key === `${uid} ${id}`;
  usePageTitle(isMine && data ? data.product.title : 'Товар');
  if (isMine && !data && failure)
    return (
      <div className={`wrap ${styles.page}`}>
        <MissingCard failure={failure} title="Товар не загрузился" check="Проверьте адрес." onRetry={() => load(id)} />
      </div>
    );
  if (!isMine || !data)
    return (
      <div className={`wrap ${styles.page}`} aria-busy="true">
        <Skeleton height={32} />
        <Skeleton height={320} />
      </div>
    );
  const { product, prices, may_strike: mayStrike, journal } = data;
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title={product.title} back={{ href: '/desk/products', words: 'Товары' }}>
        <Tag kind={product.published ? 'leaf' : 'plain'}>{product.published ? 'В каталоге' : 'Скрыт'}</Tag>
        <span className="small soft">
          <span className="num">{product.code}</span>, {product.category}
        </span>
        {product.published && (
          <Link href={`/produkt/${product.slug}`} className="link">
            Страница товара
          </Link>
        )}
      </DeskHead>
      <DraftBar />
      <div className={styles.columns}>
        <div className={styles.column}>
          <ProductFields row={product} mayStrike={mayStrike} />
          <ProductPlace card={data} isOnline={isOnline} />
        </div>
        <div className={styles.column}>
          <ProductPictures card={data} isOnline={isOnline} />
          <section className={`card ${styles.box}`} aria-labelledby="product-prices">
            <h2 id="product-prices">Цены по дням</h2>
            {prices.length === 0 && <p className="soft">Цена ещё не менялась.</p>}
            <ul className={styles.prices}>
              {prices.map(({ since, price, cons_price: cons }) => (
                <li key={`${since} ${price} ${cons}`}>
                  <span className="soft">с {dayInMoscow(since)}</span>
                  <span className="num">
                    {formatMoney(price)}, консультанту {formatMoney(cons)}
                  </span>
                </li>
              ))}
            </ul>
          </section>
          <section className={`card ${styles.box}`} aria-labelledby="product-journal">
            <h2 id="product-journal">История</h2>
            {journal.length === 0 ? <p className="soft">Здесь его ещё не меняли.</p> : <JournalList lines={journal} />}
          </section>
        </div>
      </div>
    </div>
  );
}
