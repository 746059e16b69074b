import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Hero.module.css';

type Props = {
  /** «200 товаров»; null while nobody has counted. */
  total: string | null;
  /** Up to three, the first in front. */
  packs: readonly ListRow[];
  picture: (row: ListRow) => ReactNode;
  /** A title as it is set: what belongs together stays on one line. */
  set: (title: string) => string;
};

/** One promise, one action; beside it the newest packs on a sheet of squared paper (design/lending). */
export function Hero({ total, packs, picture, set }: Props) {
  const [first] = packs;
  return (
    <>
      <div className={`wrap ${styles.hero}`}>
        <div className={styles.words}>
          <h1 className={styles.name}>Магазин</h1>
          <p className={styles.promise}>Всё, что внутри, написано снаружи</p>
          <p className={styles.about}>
            Добавки, травяной чай и{'\u00a0'}уход из{'\u00a0'}Сибири. Состав целиком, доза в{'\u00a0'}цифрах, документы
            на{'\u00a0'}каждый товар.
          </p>
          <Link href="/katalog" className={buttonClass('leaf', { size: 'lg', className: styles.action })}>
            Открыть каталог
          </Link>
          <ul className={styles.facts}>
            <li>
              <Lead name="Состав опубликован" value={<b>{total ?? '\u00a0'}</b>} />
            </li>
            <li>
              <Lead name="Без интернета открывается" value={<b>весь каталог</b>} />
            </li>
            <li>
              <Lead name="Отказаться можно" value={<b>7{'\u00a0'}дней</b>} />
            </li>
          </ul>
        </div>
        <div className={styles.sheet}>
          {first && (
            <p className={styles.caption}>
              <b>{set(first.title)}</b>
              <br />
              {first.pack}
            </p>
          )}
          <ul className={styles.packs}>
            {packs.map((row) => (
              <li key={row.id}>
                <Link href={`/produkt/${row.slug}`} aria-label={row.title}>
                  {picture(row)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <p className={styles.warning}>БАД. Не{'\u00a0'}являются лекарственными средствами</p>
    </>
  );
}
