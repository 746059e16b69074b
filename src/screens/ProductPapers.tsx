import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { SELLER } from '#contract/content.ts';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { PaperList } from '#src/features/catalogue/PaperList.tsx';
import { withPapers } from '#src/features/catalogue/papers.rules.ts';
import { productsCount } from '#src/terms/counts.ts';
import { Button } from '#src/ui/Button.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './ProductPapers.module.css';

const STEP = 20;

/** /kompaniya/dokumenty «Документы на продукцию»: certificates of the supplements, of the local catalogue (docs/product/law.md rows 6 and 7). */
export function ProductPapers() {
  const { rows, status } = useAtomValue(catalogueAtom);
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(STEP);
  const found = useMemo(() => withPapers(rows, typed), [rows, typed]);
  const isWhole = status === 'ready';
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Документы на продукцию</h1>
      <p className={styles.about}>
        Свидетельства о{'\u00a0'}государственной регистрации добавок. Декларации на остальные товары пришлём по запросу:{' '}
        <a className="link" href={`mailto:${SELLER.email}`}>
          {SELLER.email}
        </a>
        .
      </p>
      <TextInput
        type="search"
        aria-label="Найти документ"
        placeholder="Название или код товара"
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setShown(STEP);
        }}
      />
      <p className="mute num" aria-live="polite">
        {isWhole ? productsCount(found.length) : 'Каталог загружается…'}
      </p>
      {isWhole && found.length === 0 && (
        <p>
          Такой добавки нет. Проверьте название или найдите товар{' '}
          <Link className="link" href="/katalog">
            в{'\u00a0'}каталоге
          </Link>
          .
        </p>
      )}
      {isWhole && found.length > 0 && <PaperList rows={found.slice(0, shown)} />}
      {isWhole && found.length > shown && (
        <Button kind="line" onClick={() => setShown(shown + STEP)}>
          Показать ещё {Math.min(STEP, found.length - shown)}
        </Button>
      )}
    </div>
  );
}
