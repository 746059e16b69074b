import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListRow, ProductDetails } from '#contract/catalogue.ts';
import { SafeHtml } from '#src/features/catalogue/SafeHtml.tsx';
import { paperDate } from '#src/features/catalogue/paper-date.ts';
import { safeHref } from '#src/ui/html.rules.ts';
import { formatWeight, NBSP } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './ProductText.module.css';

type Props = { row: ListRow; details: ProductDetails };
const DOCUMENTS_ID = 'documents';
/** «Документы» beside the price leads there: opened, in sight, with the focus. */
export function openPapers(): void {
  const papers = document.querySelector<HTMLDetailsElement>(`#${DOCUMENTS_ID}`);
  if (!papers) return;
  papers.open = true;
  papers.scrollIntoView({ block: 'center' });
  papers.querySelector('summary')?.focus({ preventScroll: true });
}

/** What the label says: description, composition, use, contraindications, storage, maker, documents. */
export function ProductText({ row, details }: Props) {
  const facts = factsOf(row, details);
  const story = details.description_html || details.subtitle;
  return (
    <div className={styles.text}>
      {story && (
        <section className={styles.about}>
          <h2>Описание</h2>
          <SafeHtml html={story} />
        </section>
      )}
      <section className={styles.parts} aria-label="Подробности">
        {(details.composition.length > 0 || details.nutrients.length > 0) && (
          <Part title="Состав" isOpen>
            {details.composition.length > 0 && <p>{sentence(details.composition)}</p>}
            {details.nutrients.length > 0 && (
              <>
                <p className={`small soft ${styles.caption}`}>Содержание в суточной дозе</p>
                <ul>
                  {details.nutrients.map(({ name, amount, percent }) => (
                    <li key={name}>
                      <Lead
                        name={name}
                        value={
                          <>
                            {amount} {percent && <span className="mute">{percent}*</span>}
                          </>
                        }
                      />
                    </li>
                  ))}
                </ul>
                <p className="small mute">* от рекомендуемого уровня суточного потребления</p>
              </>
            )}
          </Part>
        )}
        {details.usage && (
          <Part title="Применение" summary={firstWords(details.usage)}>
            <p>{details.usage}</p>
          </Part>
        )}
        {details.contraindications && (
          <Part title="Противопоказания">
            <p>{details.contraindications}</p>
            {row.is_bad && <p>Перед применением рекомендуется проконсультироваться со специалистом.</p>}
          </Part>
        )}
        {(details.storage || details.shelf_life) && (
          <Part title="Хранение и срок годности" summary={details.shelf_life}>
            {details.storage && <p>{details.storage}</p>}
            {details.shelf_life && <p>Срок годности: {details.shelf_life}.</p>}
          </Part>
        )}
        {facts.length > 0 && (
          <Part title="Характеристики">
            <ul>
              {facts.map(([name, value]) => (
                <li key={name}>
                  <Lead name={name} value={value} wraps />
                </li>
              ))}
            </ul>
          </Part>
        )}
        {details.maker && (
          <Part title="Изготовитель" summary={details.maker.name}>
            <p>
              {details.maker.name}
              <br />
              {[details.maker.address, details.maker.country].filter(Boolean).join(', ')}
            </p>
          </Part>
        )}
        {(details.sgr || details.docs.length > 0) && (
          <Part id={DOCUMENTS_ID} title="Документы" summary={details.sgr ? `СГР ${details.sgr.number}` : ''}>
            {details.sgr && (
              <p>
                Свидетельство о государственной регистрации: <span className="num">{details.sgr.number}</span>
                {details.sgr.date && (
                  <>
                    {' '}
                    от{NBSP}
                    {paperDate(details.sgr.date)}
                  </>
                )}
                {details.sgr.url && <Doc title="Посмотреть в реестре" url={details.sgr.url} />}
              </p>
            )}
            {details.docs.map((doc) => (
              <p key={doc.url}>
                <Doc {...doc} />
              </p>
            ))}
          </Part>
        )}
      </section>
    </div>
  );
}

function Part({
  id,
  title,
  summary,
  isOpen = false,
  children,
}: {
  id?: string;
  title: string;
  summary?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details id={id} open={isOpen}>
      <summary>
        <span>{title}</span>
        {summary && <span className={`mute small ${styles.sum}`}>{summary}</span>}
        <Icon name="down" size={20} />
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}

/** The shop's own documents stay inside; others open apart. */
function Doc({ title, url }: { title: string; url: string }) {
  const href = safeHref(url);
  if (!href) return null;
  if (href.startsWith('/'))
    return (
      <Link className="link" href={href}>
        {title}
      </Link>
    );
  return (
    <a className="link" href={href} target="_blank" rel="nofollow noopener noreferrer">
      {title}
    </a>
  );
}

function factsOf(row: ListRow, details: ProductDetails): [string, string][] {
  const facts: [string, string][] = [
    ['Форма', row.form],
    ['Упаковка', row.pack],
    ['Объём', details.volume],
    ['Штук в упаковке', details.qty_in_pack ? String(details.qty_in_pack) : ''],
    ['Вес с упаковкой', details.weight > 0 ? formatWeight(details.weight) : ''],
    ['Возраст', details.age_from > 0 ? `с${NBSP}${details.age_from}${NBSP}лет` : ''],
    ['Артикул', row.article ?? ''],
    ['Маркировка', details.marked ? '«Честный знак»' : ''],
    ...details.params.map(({ name, value }): [string, string] => [name, value]),
  ];
  const seen = new Set<string>();
  return facts.filter(([name, value]) => value !== '' && !seen.has(name) && seen.add(name));
}

const sentence = (parts: readonly string[]): string => {
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
};
const firstWords = (text: string): string => (text.split(/[.;(]/)[0] ?? '').slice(0, 48).trim();
