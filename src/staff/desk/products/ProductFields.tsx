import { useAtomValue, useSetAtom } from 'jotai';
import type { DeskProductField, DeskProductRow } from '#contract/desk-products.ts';
import { draftAtom, editAtom, faultsAtom } from '#src/staff/desk/products/desk-products.atoms.ts';
import { boxText, isTyped } from '#src/staff/desk/products/desk-products.rules.ts';
import { FIELD_WORDS } from '#src/staff/desk/products/desk-products.words.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Field } from '#src/ui/Field.tsx';
import { formatMoney } from '#src/ui/numbers.ts';
import { TextArea } from '#src/ui/TextArea.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './DeskProduct.module.css';

/** What a field holds now: the edit, or what stands in the shop; how to change it, and what is wrong with it. */
function useEdit(row: DeskProductRow, field: DeskProductField) {
  const edit = useAtomValue(draftAtom)[row.id]?.edits[field];
  const error = useAtomValue(faultsAtom)[row.id]?.[field] ?? null;
  const set = useSetAtom(editAtom);
  return {
    value: edit === undefined ? row[field] : edit,
    edit,
    error,
    change: (next: unknown) => set({ row, field, edit: next }),
  };
}

type TextProps = { row: DeskProductRow; field: DeskProductField; hint?: string; rows?: number; max?: number };
/** A line, or with `rows` a box of several. */
function Text({ row, field, hint, rows, max }: TextProps) {
  const { value, edit, error, change } = useEdit(row, field);
  const text =
    typeof edit === 'string'
      ? edit
      : isTyped(field)
        ? boxText(field, row[field])
        : typeof value === 'string'
          ? value
          : '';
  const more = { value: text, maxLength: max };
  return (
    <Field label={FIELD_WORDS[field]} error={error} hint={hint}>
      {rows === undefined ? (
        <TextInput {...more} onChange={({ target }) => change(target.value)} />
      ) : (
        <TextArea {...more} rows={rows} onChange={({ target }) => change(target.value)} />
      )}
    </Field>
  );
}
function Tick({ row, field }: { row: DeskProductRow; field: 'published' | 'is_bad' }) {
  const { value, error, change } = useEdit(row, field);
  const id = `product-${field}-fault`;
  return (
    <div>
      <Checkbox
        checked={value === true}
        aria-describedby={error === null ? undefined : id}
        onChange={({ target }) => change(target.checked)}
      >
        {field === 'published' ? 'Показывать в каталоге' : 'Это БАД'}
      </Checkbox>
      {error !== null && (
        <p id={id} className="small error">
          {error}
        </p>
      )}
    </div>
  );
}
const LABELS = ['Новинка', 'Хит', 'Акция'] as const;
function Labels({ row }: { row: DeskProductRow }) {
  const { value, change } = useEdit(row, 'labels');
  const chosen = value as DeskProductRow['labels'];
  return (
    <fieldset className={styles.pair}>
      <legend className="small soft">Метки</legend>
      {LABELS.map((label) => (
        <Checkbox
          key={label}
          checked={chosen.includes(label)}
          onChange={({ target }) =>
            change(LABELS.filter((one) => (one === label ? target.checked : chosen.includes(one))))
          }
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}
type PartProps<F extends 'maker' | 'sgr'> = { row: DeskProductRow; field: F; parts: Readonly<Record<string, string>> };
/** A field of several lines; all of them empty: there is none. */
function Parts<F extends 'maker' | 'sgr'>({ row, field, parts }: PartProps<F>) {
  const { value, error, change } = useEdit(row, field);
  const now = {
    ...Object.fromEntries(Object.keys(parts).map((name) => [name, ''])),
    ...(value as object | null),
  } as Record<string, string>;
  const put = (name: string, text: string) => {
    const next = { ...now, [name]: text };
    change(Object.values(next).every((one) => one === '') ? null : next);
  };
  return (
    <fieldset className={styles.box}>
      <legend>
        <b>{FIELD_WORDS[field]}</b>
      </legend>
      <div className={styles.pair}>
        {Object.entries(parts).map(([name, label], i) => (
          <Field key={name} label={label} error={i === 0 ? error : null}>
            <TextInput value={now[name]} onChange={({ target }) => put(name, target.value)} />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

type Props = { row: DeskProductRow; mayStrike: readonly number[] };
/** Everything of a product that the desk may change; what is typed is a draft until it is published. */
export function ProductFields({ row, mayStrike }: Props) {
  const strike =
    mayStrike.length === 0
      ? 'Зачеркнуть можно цену, которая держалась 14 дней подряд. Пока такой нет.'
      : `Держались 14 дней подряд: ${mayStrike.map(formatMoney).join(', ')}.`;
  return (
    <>
      <section className={`card ${styles.box}`} aria-labelledby="product-sale">
        <h2 id="product-sale">Цена и наличие</h2>
        <div className={styles.pair}>
          <Text row={row} field="price" />
          <Text row={row} field="cons_price" />
          <Text row={row} field="stock" />
        </div>
        <Text row={row} field="old_price" hint={strike} />
        <Text row={row} field="ean" max={14} hint="С упаковки: 8, 12, 13 или 14 цифр. По нему собирают сканером." />
        <Tick row={row} field="published" />
        <Labels row={row} />
      </section>
      <section className={`card ${styles.box}`} aria-labelledby="product-words">
        <h2 id="product-words">Тексты</h2>
        <Text row={row} field="title" max={200} />
        <Text row={row} field="subtitle" max={300} />
        <Text
          row={row}
          field="description_html"
          rows={8}
          hint="Абзацы <p>, списки <ul> и <li>, жирный <b>, ссылки. Остальное убирается."
        />
        <div className={styles.pair}>
          <Text row={row} field="form" />
          <Text row={row} field="pack" />
          <Text row={row} field="volume" />
          <Text row={row} field="weight_grams" />
          <Text row={row} field="age_from" />
        </div>
        <Text row={row} field="usage" rows={3} />
      </section>
      <section className={`card ${styles.box}`} aria-labelledby="product-law">
        <h2 id="product-law">Что требует закон</h2>
        <Tick row={row} field="is_bad" />
        {row.missing.length > 0 && <p className="soft">Чтобы показать БАД, не хватает: {row.missing.join(', ')}.</p>}
        <Text row={row} field="composition" rows={4} hint="Каждая составная часть с новой строки." />
        <Text row={row} field="contraindications" rows={3} />
        <div className={styles.pair}>
          <Text row={row} field="storage" />
          <Text row={row} field="shelf_life" />
        </div>
        <Parts row={row} field="maker" parts={{ name: 'Название', address: 'Адрес', country: 'Страна' }} />
        <Parts row={row} field="sgr" parts={{ number: 'Номер', date: 'Дата', url: 'Ссылка на запись' }} />
      </section>
    </>
  );
}
