import { Link } from 'wouter';
import type { CategoryNode } from '#contract/catalogue.ts';
import styles from './Breadcrumbs.module.css';

type Props = {
  /** From the top category down; the last one is a link too, unless the page is its own. */
  path: readonly CategoryNode[];
  isOwnPage?: boolean;
};

/** «Каталог / Добавки / Минералы»: where this page stands, each step a true link. */
export function Breadcrumbs({ path, isOwnPage = false }: Props) {
  return (
    <nav className={`small mute ${styles.path}`} aria-label="Вы здесь">
      <ol>
        <li>
          <Link href="/katalog">Каталог</Link>
        </li>
        {path.map((node, i) => (
          <li key={node.id}>
            {isOwnPage && i === path.length - 1 ? (
              <span aria-current="page">{node.title}</span>
            ) : (
              <Link href={`/katalog/${node.slug}`}>{node.title}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
