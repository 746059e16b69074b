import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CategoryNode } from '#contract/catalogue.ts';
import { pathOf } from '#src/features/catalogue/listing-url.rules.ts';
import { useCategoryHref } from '#src/features/catalogue/use-category-href.ts';
import { formatNumber } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './CategoryRail.module.css';

type Props = {
  categories: readonly CategoryNode[];
  current: CategoryNode | null;
  /** Products of a category that the other choices leave; null while it is not known. */
  countOf: (node: CategoryNode) => number;
  total: number;
  children?: ReactNode;
};

/** Desktop: the table of contents of the catalogue, name …… count; below it the filters. */
export function CategoryRail({ categories, current, countOf, total, children }: Props) {
  const href = useCategoryHref();
  const top = categories.filter((node) => node.parent_id === null);
  const open = current
    ? pathOf(categories, current.id)[0]?.id
    : top.find((node) => categories.some((child) => child.parent_id === node.id))?.id;
  const line = (node: CategoryNode) => (
    <Link
      href={href(node.slug)}
      aria-current={node.id === current?.id ? 'page' : undefined}
      className={countOf(node) === 0 ? styles.nothing : node.id === open ? styles.open : undefined}
    >
      <Lead name={node.title} value={formatNumber(countOf(node))} />
    </Link>
  );
  return (
    <aside className={styles.rail} aria-label="Категории">
      <a className={styles.skip} href="#goods">
        К товарам
      </a>
      <ul>
        <li>
          <Link href={href(null)} aria-current={current ? undefined : 'page'}>
            <Lead name="Все товары" value={formatNumber(total)} />
          </Link>
        </li>
        {top.map((node) => {
          const children = categories.filter((child) => child.parent_id === node.id);
          return (
            <li key={node.id}>
              {line(node)}
              {node.id === open && children.length > 0 && (
                <ul>
                  {children.map((child) => (
                    <li key={child.id}>{line(child)}</li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      {children}
    </aside>
  );
}
