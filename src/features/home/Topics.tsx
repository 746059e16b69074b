import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import type { Topic } from '#src/features/home/topics.rules.ts';
import { productsCount } from '#src/terms/counts.ts';
import { chipClass } from '#src/ui/chip-class.ts';
import styles from './Topics.module.css';

type Props = { topics: readonly Topic[]; picture: (row: ListRow) => ReactNode };
/** With a pack; the others are named. */
const DRAWN = 8;

/** «Подборки»: what people come for, «Сон и отдых», each a list of the catalogue. */
export function Topics({ topics, picture }: Props) {
  if (topics.length === 0) return null;
  const rest = topics.slice(DRAWN);
  return (
    <nav className={styles.topics} aria-label="Подборки">
      <h2>Подборки</h2>
      <ul className={styles.drawn}>
        {topics.slice(0, DRAWN).map(({ slug, title, count, face }) => (
          <li key={slug}>
            <Link href={addressOf(slug)} className={styles.topic}>
              <span className={styles.picture}>{face && picture(face)}</span>
              <span className={styles.name}>
                <b>{title}</b> <span className={styles.amount}>{productsCount(count)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <ul className={styles.named} aria-label="Ещё подборки">
          {rest.map(({ slug, title }) => (
            <li key={slug}>
              <Link href={addressOf(slug)} className={chipClass()}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

const addressOf = (slug: string): string => `/katalog?need=${encodeURIComponent(slug)}`;
