import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './LegalPage.module.css';

type Props = { title: string; version?: string | undefined; children: ReactNode };
const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

export const dayOfVersion = (version: string): string => day.format(new Date(`${version}T00:00:00Z`));

const PAGES = [
  ['/kompaniya/privacy-policy', 'Политика защиты персональных данных'],
  ['/kompaniya/soglasie', 'Согласие на обработку персональных данных'],
  ['/kompaniya/soglasie-reklama', 'Согласие на получение рассылки'],
  ['/cookie', 'Файлы куки'],
  ['/kompaniya/dostavka-i-oplata', 'Доставка и оплата'],
  ['/kompaniya/vozvrat', 'Возврат'],
  ['/kompaniya/oferta', 'Публичная оферта'],
  ['/kompaniya/dogovor-konsultanta', 'Договор консультанта'],
  ['/kompaniya/rekvizity', 'Реквизиты'],
] as const;

/** Text meant for reading: one column, the notebook's margin line on the left. The version is the one a consent names. */
export function LegalPage({ title, version, children }: Props) {
  return (
    <div className={`wrap ${styles.page}`}>
      <article className={styles.text}>
        <h1 tabIndex={-1}>{title}</h1>
        {version && (
          <p className="small mute">
            Редакция от <time dateTime={version}>{dayOfVersion(version)}</time>
          </p>
        )}
        {children}
      </article>
      <nav className={styles.more} aria-label="Документы">
        <ul>
          {PAGES.map(([href, text]) => (
            <li key={href}>
              {text === title ? <span aria-current="page">{text}</span> : <Link href={href}>{text}</Link>}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
