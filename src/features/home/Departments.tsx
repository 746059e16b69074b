import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CategoryNode } from '#contract/catalogue.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { formatNumber } from '#src/ui/format.ts';
import styles from './Departments.module.css';

type Props = {
  nodes: readonly CategoryNode[];
  /** «200 товаров», of the whole catalogue. */
  total: string;
  /** The pack that stands for it; nothing while the list is on its way. */
  picture: (node: CategoryNode) => ReactNode;
};

/** The departments as cells of one ruled sheet, each with a pack of its own. */
export function Departments({ nodes, total, picture }: Props) {
  return (
    <nav className={`wrap ${styles.block}`} aria-label="Категории">
      <h2 className="sr">Категории</h2>
      <ul className={styles.sheet}>
        {nodes.map((node) => (
          <li key={node.id}>
            <Link href={`/katalog/${node.slug}`} className={styles.cell}>
              <span className={styles.name}>
                <span className={styles.short}>{node.short}</span>
                <span className={styles.long}>{node.title}</span>
              </span>
              <span className={`small mute num ${styles.count}`}>{formatNumber(node.count)}</span>
              <span className={styles.picture}>{picture(node)}</span>
            </Link>
          </li>
        ))}
        <li className={styles.whole}>
          <Link href="/katalog" className={styles.all}>
            <Lead name="Весь каталог" value={total} className={styles.lead} />
          </Link>
        </li>
      </ul>
    </nav>
  );
}
