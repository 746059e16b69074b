import { Link } from 'wouter';
import type { ListRow, ProductDetails } from '#contract/catalogue.ts';
import styles from './ProductSide.module.css';

type Props = { row: ListRow; details: ProductDetails; rowOf: (id: number) => ListRow | undefined };

/** «Вкус: ваниль», and the others of the group by what tells them apart. */
export function Variants({ row, details, rowOf }: Props) {
  const others = details.variants.flatMap(({ id, params }) => {
    const other = rowOf(id);
    return other ? [{ row: other, params }] : [];
  });
  if (others.length === 0) return null;
  const here = details.group_params || row.pack;
  const changes = details.params
    .filter(({ value }) => value !== '' && here.split(', ').includes(value))
    .map(({ name }) => name);
  const name = changes.join(', ') || 'Вариант';
  return (
    <div className={styles.variants}>
      <p className="small">
        {name}: <b>{here}</b>
      </p>
      <ul aria-label={`${name}: другие варианты`}>
        <li aria-current="true">{here}</li>
        {others.map((other) => (
          <li key={other.row.id}>
            <Link href={`/produkt/${other.row.slug}`}>{other.params || other.row.title}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
