import { useAtomValue } from 'jotai';
import { Fragment, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { ListRow, ProductDetails } from '#contract/catalogue.ts';
import { detailsOfAtom } from '#src/features/catalogue/catalogue-more.atoms.ts';
import { paperDate } from '#src/features/catalogue/paper-date.ts';
import { NBSP } from '#src/ui/numbers.ts';
import styles from './PaperList.module.css';

/** Each supplement with its certificate: read from the phone row by row, so a range of thousands costs what is looked at. */
export function PaperList({ rows }: { rows: readonly ListRow[] }) {
  return (
    <ul className={`card ${styles.papers}`} aria-label="Документы на продукцию">
      {rows.map((row) => (
        <Paper key={row.id} row={row} />
      ))}
    </ul>
  );
}

function Paper({ row }: { row: ListRow }) {
  const details = useDetails(row.id);
  const { sgr = null, docs = [], maker = null } = details ?? {};
  const about = [sgr?.date && `от${NBSP}${paperDate(sgr.date)}`, maker?.name].filter(Boolean).join(' · ');
  return (
    <li className={styles.paper}>
      <p>
        <Link href={`/produkt/${row.slug}`} className={styles.title}>
          {row.title}
        </Link>
        <span className="small mute">{[row.code, row.pack].filter(Boolean).join(' · ')}</span>
      </p>
      <p className={styles.sgr}>
        {details === null && <span className="mute">Номер не сохранён на{'\u00a0'}устройстве</span>}
        {sgr && (
          <>
            СГР <PaperNumber>{sgr.number}</PaperNumber>
            {/^https?:\/\//.test(sgr.url) && <Outside title="Посмотреть в реестре" url={sgr.url} />}
          </>
        )}
        {docs.map((doc) => (
          <Outside key={doc.url} {...doc} />
        ))}
        {about !== '' && <span className={`small mute ${styles.maker}`}>{about}</span>}
      </p>
    </li>
  );
}

/** Long, so a line may end behind each of its dots, and nowhere else. */
const PaperNumber = ({ children: number }: { children: string }) => (
  <span className="num">
    {number.split(/(?<=\.)/).map((part, at) => (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
);

const Outside = ({ title, url }: { title: string; url: string }) => (
  <a className={`link ${styles.file}`} href={url} target="_blank" rel="noopener">
    {title}
  </a>
);

/** Undefined while it is read, null where this phone does not have it. */
function useDetails(id: number): ProductDetails | null | undefined {
  const detailsOf = useAtomValue(detailsOfAtom);
  const [details, setDetails] = useState<ProductDetails | null>();
  useEffect(() => {
    let isOld = false;
    void detailsOf(id).then((found) => isOld || setDetails(found ?? null));
    return () => {
      isOld = true;
    };
  }, [detailsOf, id]);
  return details;
}
