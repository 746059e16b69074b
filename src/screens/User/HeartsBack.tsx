import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { catalogueAtom, priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { heartsBackAtom } from '#src/features/favourites/hearts-back.atoms.ts';
import { formatMoney } from '#src/ui/format.ts';
import styles from '../User.module.css';

const MOST = 4;

/** «Снова в наличии»: hearts that were out of stock and can be bought. */
export function HeartsBack() {
  const { byId } = useAtomValue(catalogueAtom);
  const priceOf = useAtomValue(priceOfAtom);
  const rows = useAtomValue(heartsBackAtom).flatMap((id) => byId.get(id) ?? []);
  if (rows.length === 0) return null;
  return (
    <section className={`card ${styles.block}`} aria-labelledby="hearts-back">
      <div className={styles.blockHead}>
        <h2 id="hearts-back">Снова в наличии</h2>
        <Link href="/user/favorites" className="link hit">
          Избранное
        </Link>
      </div>
      <ul className={styles.hearts}>
        {rows.slice(0, MOST).map((row) => {
          const price = priceOf(row.id);
          return (
            <li key={row.id}>
              <Link href={`/produkt/${row.slug}`} className={styles.heart}>
                <span className={styles.heartPicture}>
                  <ProductPicture image={row.image} title="" size={240} sizes="56px" />
                </span>
                <span>{row.title}</span>
                {price && <b className="num">{formatMoney(price.consPrice ?? price.price)}</b>}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
