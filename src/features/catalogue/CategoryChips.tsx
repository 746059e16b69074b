import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { CategoryNode } from '#contract/catalogue.ts';
import { useCategoryHref } from '#src/features/catalogue/use-category-href.ts';
import { pathOf } from '#src/features/catalogue/listing-url.rules.ts';
import { chipClass } from '#src/ui/chip-class.ts';
import { formatNumber } from '#src/ui/numbers.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './CategoryChips.module.css';

type Props = {
  categories: readonly CategoryNode[];
  current: CategoryNode | null;
  countOf: (node: CategoryNode) => number;
  total: number;
  /** Number of chosen filters. */
  filters: number;
  onFilters: () => void;
};

/** Phone and tablet: filters and categories in one row under the thumb; inside a parent its children follow. */
export function CategoryChips({ categories, current, countOf, total, filters, onFilters }: Props) {
  const href = useCategoryHref();
  const row = useRef<HTMLElement>(null);
  const path = current ? pathOf(categories, current.id) : [];
  const parent = path[0];
  const inside = parent ? categories.filter((node) => node.parent_id === parent.id) : [];
  const level = inside.length > 0 ? inside : categories.filter((node) => node.parent_id === null);
  // A tap on a chip with nothing behind it would be a tap for nothing.
  const chips = level.filter((node) => countOf(node) > 0 || node.id === current?.id);
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (chip && row.current) row.current.scrollLeft = chip.offsetLeft - 72;
  }, [current?.id]);
  const chip = (key: number, to: string | null, words: ReactNode, count: number, isCurrent: boolean) => (
    <Link key={key} href={href(to)} className={chipClass()} aria-current={isCurrent ? 'page' : undefined}>
      {words}
      {categories.length > 0 && <span className="num">{formatNumber(count)}</span>}
    </Link>
  );
  return (
    <nav ref={row} aria-label="Категории" className={styles.chips}>
      <button
        type="button"
        className={chipClass(styles.filters)}
        aria-label={filters > 0 ? `Фильтры, выбрано ${filters}` : 'Фильтры'}
        onClick={onFilters}
      >
        <Icon name="filter" size={20} />
        {filters > 0 && <b className="num">{filters}</b>}
      </button>
      {inside.length > 0 && parent ? (
        <>
          <Link href={href(null)} className={chipClass(styles.filters)} aria-label="Все категории">
            <Icon name="left" size={20} />
          </Link>
          {chip(parent.id, parent.slug, `Все: ${parent.short}`, countOf(parent), current?.id === parent.id)}
        </>
      ) : (
        chip(0, null, 'Все', total, !current)
      )}
      {chips.map((node) => chip(node.id, node.slug, node.short, countOf(node), node.id === current?.id))}
    </nav>
  );
}
