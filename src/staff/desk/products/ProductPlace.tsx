import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { type DeskProduct, deskFindProducts } from '#contract/desk-products.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { draftAtom, editAtom, faultsAtom } from '#src/staff/desk/products/desk-products.atoms.ts';
import { FIELD_WORDS } from '#src/staff/desk/products/desk-products.words.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { Select } from '#src/ui/Select.tsx';
import styles from './DeskProduct.module.css';

type Props = { card: DeskProduct; isOnline: boolean };

/** Where a product stands in the catalogue: its category, and whose variant it is. A draft like any other field. */
export function ProductPlace({ card: { product, categories, variants }, isOnline }: Props) {
  const edits = useAtomValue(draftAtom)[product.id]?.edits;
  const fault = useAtomValue(faultsAtom)[product.id]?.['category_id'] ?? null;
  const edit = useSetAtom(editAtom);
  const chosen = Number(edits?.category_id ?? product.category_id);
  const group = edits && 'variant_group' in edits ? (edits.variant_group as string | null) : product.variant_group;
  const isMoved = group !== product.variant_group;
  return (
    <section className={`card ${styles.box}`} aria-labelledby="product-place">
      <h2 id="product-place">Место в каталоге</h2>
      <Field label={FIELD_WORDS.category_id} error={fault}>
        <Select
          value={chosen}
          onChange={({ target }) => edit({ row: product, field: 'category_id', edit: Number(target.value) })}
        >
          {categories.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      {variants.length > 0 && (
        <>
          <p className="small soft">Варианты этого товара:</p>
          <ul className={styles.prices}>
            {variants.map(({ id, code, title }) => (
              <li key={id}>
                <span className="mute num">{code}</span>
                <Link href={`/desk/products/${id}`} className="link">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <output className="small">{isMoved && movedWords(group)}</output>
      <VariantOf card={{ product, group }} isOnline={isOnline} />
      {group !== null && (
        <Button kind="line" onClick={() => edit({ row: product, field: 'variant_group', edit: null })}>
          Отделить от вариантов
        </Button>
      )}
    </section>
  );
}
const movedWords = (group: string | null): string =>
  group === null
    ? 'Станет отдельным товаром после публикации.'
    : 'Перейдёт в другую группу вариантов после публикации.';

type VariantProps = { card: { product: DeskProduct['product']; group: string | null }; isOnline: boolean };
/** By the code of any product of the other group. One that has no variants yet begins a group with this one. */
function VariantOf({ card: { product, group }, isOnline }: VariantProps) {
  const api = useAtomValue(apiAtom);
  const edit = useSetAtom(editAtom);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const join = async (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    if (typed === '') return setError('Наберите код товара');
    try {
      const { products } = await api.send(deskFindProducts, { body: { q: typed } });
      const other = products.find((row) => row.code === typed);
      if (!other) return setError(`Товара с кодом ${typed} нет`);
      if (other.id === product.id) return setError('Это код самого товара');
      const next = other.variant_group ?? `desk:${other.code}`;
      if (next === group) return setError('Они уже варианты друг друга');
      if (other.variant_group === null) edit({ row: other, field: 'variant_group', edit: next });
      edit({ row: product, field: 'variant_group', edit: next });
      setCode('');
      return setError(null);
    } catch (failed) {
      return setError(failureText(failureOf(failed)));
    }
  };
  return (
    <form className={styles.variant} onSubmit={(event) => void join(event)} noValidate>
      <Field label="Сделать вариантом товара с кодом" error={error}>
        <TextInput value={code} maxLength={40} disabled={!isOnline} onChange={({ target }) => setCode(target.value)} />
      </Field>
      <Button kind="line" type="submit" disabled={!isOnline}>
        Сделать вариантом
      </Button>
    </form>
  );
}
