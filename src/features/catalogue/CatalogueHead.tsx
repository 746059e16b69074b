import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { SORTS, type Sort } from '#contract/first-tables.ts';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import { useWide } from '#src/features/catalogue/use-wide.ts';
import { realPriceTypeAtom } from '#src/features/session/session.atoms.ts';
import { useHydrating } from '#src/platform/display/use-hydrating.ts';
import { formatNumber, NBSP, pluralOf } from '#src/ui/numbers.ts';
import { Select } from '#src/ui/Select.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './CatalogueHead.module.css';

const ClientViewSwitch = lazyPart(() => import('#src/features/catalogue/ClientViewSwitch.tsx'), 'ClientViewSwitch');
const SORT_NAMES: Record<Sort, string> = {
  'title-asc': 'По названию',
  'actual_price-asc': 'Сначала дешевле',
  'actual_price-desc': 'Сначала дороже',
  'actual_cons_price-asc': 'Дешевле для вас',
  'actual_cons_price-desc': 'Дороже для вас',
  'created_at-desc': 'Сначала новые',
  'popularity-desc': 'Популярные',
};

type Props = { title: string; total: number | null; list: ListState };

/** Title, count, «Цены для клиента» and the order of the list. */
export function CatalogueHead({ title, total, list }: Props) {
  // Phone and tablet have it among the filters.
  const isWide = useWide();
  const hasSwitch = useAtomValue(realPriceTypeAtom) === 1 && isWide;
  const { q } = list.listing;
  const count = total !== null && (
    <>
      {formatNumber(total)}
      <span className={q ? '' : styles.word}>
        {NBSP}
        {pluralOf(total, { one: 'товар', few: 'товара', many: 'товаров', other: 'товара' })}
      </span>
    </>
  );
  return (
    <div className={styles.room}>
      <div className={styles.head}>
        <h1>
          {q || title}
          {q && count && ': '}
          {q && count}
        </h1>
        <p className={q ? 'sr' : 'mute num'} aria-live="polite">
          {count}
        </p>
        <div className={styles.tools}>
          <Suspense>{hasSwitch && <ClientViewSwitch className={styles.switch} />}</Suspense>
          {/* Nothing has no order. */}
          {!(q && total === 0) && <SortSelect list={list} />}
        </div>
      </div>
    </div>
  );
}

function SortSelect({ list }: { list: ListState }) {
  // Taken over, a list goes back to what the server drew: a choice made before would be lost, so there is none.
  const isHydrating = useHydrating();
  const sorts = SORTS.filter((sort) => list.isCons || !sort.startsWith('actual_cons_price'));
  return (
    <Select
      aria-label="Сортировка"
      className={styles.sort}
      disabled={isHydrating}
      value={list.sort ?? ''}
      onChange={(event) => {
        const sort = event.target.value as Sort | '';
        list.change({ sort: sort === '' || (sort === 'created_at-desc' && list.listing.q === '') ? null : sort });
      }}
    >
      {list.listing.q !== '' && <option value="">По соответствию</option>}
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {SORT_NAMES[sort]}
        </option>
      ))}
    </Select>
  );
}
