import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import {
  DESK_PRODUCTS_PAGE,
  DESK_PRODUCTS_SHOWN,
  DESK_PRODUCTS_SORTS,
  type DeskProductRow,
} from '#contract/desk-products.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { deskProductsAtom, loadDeskProductsAtom } from '#src/staff/desk/products/desk-products.atoms.ts';
import {
  type ProductsAsked,
  productsAddress,
  readProductsAddress,
  SHOWN_WORDS,
  SORT_WORDS,
} from '#src/staff/desk/products/desk-products.rules.ts';
import { DraftBar } from '#src/staff/desk/products/DraftBar.tsx';
import { EditBox } from '#src/staff/desk/products/EditBox.tsx';
import { ShownSwitch } from '#src/staff/desk/products/ShownSwitch.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber } from '#src/ui/numbers.ts';
import { Select } from '#src/ui/Select.tsx';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './DeskProducts.module.css';

/** How long the typing must rest before the shop is asked. */
const REST_MS = 400;

const COLUMNS: readonly Column<DeskProductRow>[] = [
  {
    key: 'title',
    title: 'Товар',
    card: 'head',
    cell: ({ id, title, code, category }, at) => (
      <span className={styles.product}>
        <Link href={`/desk/products/${id}`} className={styles.name} {...at} {...{ [OPENER]: '' }}>
          {title}
        </Link>
        <span className="small soft">
          <span className="num">{code}</span>, {category}
        </span>
      </span>
    ),
  },
  {
    key: 'price',
    title: 'Цена',
    figures: true,
    cell: (row) => <EditBox row={row} field="price" label="Цена" unit="₽" />,
  },
  {
    key: 'cons',
    title: 'Консультанту',
    figures: true,
    cell: (row) => <EditBox row={row} field="cons_price" label="Цена консультанта" unit="₽" />,
  },
  {
    key: 'old',
    title: 'Старая цена',
    figures: true,
    cell: (row) => <EditBox row={row} field="old_price" label="Старая цена" unit="₽" />,
  },
  {
    key: 'stock',
    title: 'Остаток',
    figures: true,
    cell: (row) => <EditBox row={row} field="stock" label="Остаток" unit="шт." />,
  },
  { key: 'published', title: 'В каталоге', cell: (row) => <ShownSwitch row={row} /> },
];

/** /desk/products: search, filter, order and page stand in the address; cells are typed into, and published together. */
export function DeskProductsPage() {
  const asked = readProductsAddress(useSearch());
  const [, go] = useLocation();
  const { data, failure } = useAtomValue(deskProductsAtom);
  const load = useSetAtom(loadDeskProductsAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const address = productsAddress(asked);
  useEffect(() => {
    if (isOnline) void load(readProductsAddress(address.split('?')[1] ?? ''));
  }, [load, uid, isOnline, address]);
  const change = (next: ProductsAsked) => go(productsAddress(next), { replace: true });
  const page = asked.page ?? 1;
  const pages = Math.ceil((data?.total ?? 0) / DESK_PRODUCTS_PAGE);
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title="Товары">
        <Link href="/desk/products/import" className="link">
          Файлы поставщиков
        </Link>
      </DeskHead>
      <Filters asked={asked} onChange={change} />
      <DraftBar />
      {data && (
        <p className="small soft" aria-live="polite">
          Найдено: <span className="num">{formatNumber(data.total)}</span>
        </p>
      )}
      <Table
        label="Товары"
        columns={COLUMNS}
        rows={data?.products ?? null}
        keyOf={({ id }) => id}
        failure={failure ? { text: failureText(failure), onRetry: () => void load(asked) } : undefined}
        empty={
          <EmptyState
            drawing="search"
            title="Таких товаров нет"
            text="Ищите по названию, коду или артикулу."
            action={
              <Button kind="soft" onClick={() => change({})}>
                Показать все
              </Button>
            }
          />
        }
      />
      {pages > 1 && (
        <nav className={styles.pages} aria-label="Страницы">
          <Button kind="line" disabled={page <= 1} onClick={() => go(productsAddress({ ...asked, page: page - 1 }))}>
            Назад
          </Button>
          <span className="num soft">
            {page} из {pages}
          </span>
          <Button
            kind="line"
            disabled={page >= pages}
            onClick={() => go(productsAddress({ ...asked, page: page + 1 }))}
          >
            Дальше
          </Button>
        </nav>
      )}
    </div>
  );
}

type FiltersProps = { asked: ProductsAsked; onChange: (next: ProductsAsked) => void };
function Filters({ asked, onChange }: FiltersProps) {
  const [typed, setTyped] = useState(asked.q ?? '');
  const { page: _page, ...kept } = asked;
  useEffect(() => {
    const q = typed.trim();
    if (q === (asked.q ?? '')) return undefined;
    const { q: _q, ...rest } = kept;
    const timer = setTimeout(() => onChange(q === '' ? rest : { ...rest, q }), REST_MS);
    return () => clearTimeout(timer);
    // The words decide when to ask; the filter of that moment goes along.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        aria-label="Найти товар"
        placeholder="Название, код, артикул"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Select
        aria-label="Что показать"
        value={asked.show ?? ''}
        onChange={({ target }) => {
          const { show: _show, ...rest } = kept;
          const show = DESK_PRODUCTS_SHOWN.find((one) => one === target.value);
          onChange(show ? { ...rest, show } : rest);
        }}
      >
        <option value="">Все товары</option>
        {DESK_PRODUCTS_SHOWN.map((name) => (
          <option key={name} value={name}>
            {SHOWN_WORDS[name]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Порядок"
        value={`${asked.sort ?? 'code'}${asked.desc ? '-desc' : ''}`}
        onChange={({ target }) => {
          const { sort: _sort, desc: _desc, ...rest } = kept;
          const sort = DESK_PRODUCTS_SORTS.find((one) => one === target.value.replace('-desc', '')) ?? 'code';
          onChange({
            ...rest,
            ...(sort === 'code' ? {} : { sort }),
            ...(target.value.endsWith('-desc') ? { desc: true } : {}),
          });
        }}
      >
        {DESK_PRODUCTS_SORTS.flatMap((name) => [
          <option key={name} value={name}>
            {SORT_WORDS[name]} ↑
          </option>,
          <option key={`${name}-desc`} value={`${name}-desc`}>
            {SORT_WORDS[name]} ↓
          </option>,
        ])}
      </Select>
    </div>
  );
}
