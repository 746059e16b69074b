import { Link } from 'wouter';
import type { ProductDetails } from '#contract/catalogue.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './ProductSide.module.css';

/** Returns and the papers of the product, one tap away from the price. */
export function Assurances({ details, onPapers }: { details: ProductDetails | null; onPapers: () => void }) {
  const hasPapers = details && (details.sgr !== null || details.docs.length > 0);
  return (
    <ul className={styles.assured}>
      <li>
        <Icon name="swap" size={20} />
        <Link className="link hit" href="/kompaniya/vozvrat">
          Возврат и обмен
        </Link>
      </li>
      {hasPapers && (
        <li>
          <Icon name="list" size={20} />
          <button type="button" className="link hit num" onClick={onPapers}>
            {details.sgr ? `Документы: СГР ${details.sgr.number}` : 'Документы'}
          </button>
        </li>
      )}
    </ul>
  );
}
