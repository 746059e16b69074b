import { useAtomValue, useSetAtom } from 'jotai';
import type { DeskProductRow } from '#contract/desk-products.ts';
import { draftAtom, editAtom, faultsAtom } from '#src/staff/desk/products/desk-products.atoms.ts';
import { boxText, type TypedField } from '#src/staff/desk/products/desk-products.rules.ts';
import styles from './DeskProducts.module.css';

type Props = { row: DeskProductRow; field: TypedField; label: string; unit?: string };

/** One cell of the list that can be typed into: what is typed is a draft, marked until it is published. */
export function EditBox({ row, field, label, unit }: Props) {
  const edit = useAtomValue(draftAtom)[row.id]?.edits[field];
  const fault = useAtomValue(faultsAtom)[row.id]?.[field];
  const change = useSetAtom(editAtom);
  const id = `product-${row.id}-${field}`;
  return (
    <span className={styles.cell}>
      <span className={styles.box}>
        <input
          inputMode={field === 'stock' ? 'numeric' : 'decimal'}
          aria-label={`${label}: ${row.title}`}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : id}
          className={`num ${styles.input} ${edit === undefined ? '' : styles.changed}`}
          value={typeof edit === 'string' ? edit : boxText(field, row[field])}
          maxLength={12}
          onChange={({ target }) => change({ row, field, edit: target.value })}
        />
        {unit && (
          <span aria-hidden="true" className={styles.unit}>
            {unit}
          </span>
        )}
      </span>
      {fault !== undefined && (
        <span id={id} className={`small ${styles.fault}`}>
          {fault}
        </span>
      )}
    </span>
  );
}
