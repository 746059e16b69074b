import { useAtomValue, useSetAtom } from 'jotai';
import type { DeskProductRow } from '#contract/desk-products.ts';
import { draftAtom, editAtom, faultsAtom } from '#src/staff/desk/products/desk-products.atoms.ts';
import { Switch } from '#src/ui/Switch.tsx';
import styles from './DeskProducts.module.css';

/** Whether the product is in the catalogue; what a supplement lacks is said beneath it. */
export function ShownSwitch({ row }: { row: DeskProductRow }) {
  const edit = useAtomValue(draftAtom)[row.id]?.edits.published;
  const fault = useAtomValue(faultsAtom)[row.id]?.['published'];
  const change = useSetAtom(editAtom);
  const isShown = typeof edit === 'boolean' ? edit : row.published;
  const id = `product-${row.id}-published`;
  const words = fault ?? (row.missing.length > 0 ? `Не хватает: ${row.missing.join(', ')}` : undefined);
  return (
    <span className={styles.cell}>
      <Switch
        checked={isShown}
        aria-describedby={words === undefined ? undefined : id}
        onChange={(published) => change({ row, field: 'published', edit: published })}
      >
        <span className={`${styles.shown} ${edit === undefined ? '' : styles.changedWords}`}>
          {isShown ? 'Показан' : 'Скрыт'}
        </span>
        <span className="sr">{row.title}</span>
      </Switch>
      {words !== undefined && (
        <span id={id} className={`small ${fault === undefined ? 'soft' : styles.fault}`}>
          {words}
        </span>
      )}
    </span>
  );
}
