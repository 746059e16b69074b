import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ORDER_FILTER_NAMES } from '#contract/order-statuses.ts';
import { loadOrdersAtom, ordersAtom } from '#src/features/orders/orders.atoms.ts';
import {
  byMonth,
  FILTER_WORDS,
  monthsBack,
  type OrdersAsked,
  ordersAddress,
  PER_PAGE,
  readOrdersAddress,
} from '#src/features/orders/orders.rules.ts';
import { dayWords } from '#src/features/orders/orders.words.ts';
import { OrderLine } from '#src/features/orders/OrderLine.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Chip } from '#src/ui/Chip.tsx';
import { ChipRow } from '#src/ui/ChipRow.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber, formatWeight, NBSP, pluralOf } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Select } from '#src/ui/Select.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './Orders.module.css';

/** How long the typing must rest before the shop is asked. */
const REST_MS = 400;
const ordersCount = (count: number): string =>
  `${formatNumber(count)}${NBSP}${pluralOf(count, { one: 'заказ', few: 'заказа', many: 'заказов', other: 'заказа' })}`;

/** /user/orders «Мои заказы»: filters and search stand in the address, so back restores the place. */
export function OrdersPage() {
  const search = useSearch();
  const asked = readOrdersAddress(search);
  const [, go] = useLocation();
  const shown = useAtomValue(ordersAtom)(asked);
  const load = useSetAtom(loadOrdersAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const address = ordersAddress(asked);
  useEffect(() => {
    if (known) void load(readOrdersAddress(address.split('?')[1] ?? ''));
  }, [load, uid, known, returns, address]);
  const change = (next: OrdersAsked) => go(ordersAddress(next), { replace: true });
  const { data, failure } = shown;
  const isFiltered = asked.filter !== undefined || asked.q !== undefined || asked.month !== undefined;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Мои заказы</h1>
        {shown.isCopy && shown.at && <AsOf at={shown.at} />}
      </div>
      {(isFiltered || (data?.counts.all ?? 1) > 0) && (
        <Filters asked={asked} counts={data?.counts ?? {}} onChange={change} />
      )}
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon={data ? 'offline' : 'alert'}>
          {failureText(failure)}{' '}
          <button type="button" className="link" onClick={() => void load(asked)}>
            Повторить
          </button>
        </Note>
      )}
      {data === null && !failure && <Waiting />}
      {data !== null && data.orders.length === 0 && <Nothing isFiltered={isFiltered} onAll={() => change({})} />}
      {data !== null && data.orders.length > 0 && (
        <div className={`card ${styles.list}`}>
          {data.deferred && (
            <div className={styles.together}>
              <Lead
                name={`Отложено: ${ordersCount(data.deferred.count)}, ${formatWeight(data.deferred.weight)}`}
                value={`до${NBSP}${dayWords(data.deferred.until)}`}
                wraps
              />
              <Link href="/user/orders/deferred" className={buttonClass('soft')}>
                {data.deferred.count > 1 ? 'Отправить вместе' : 'Отправить'}
              </Link>
            </div>
          )}
          {byMonth(data.orders).map((month) => (
            <section key={month.name} aria-label={month.name}>
              <h2 className={styles.month}>
                <span>{month.name}</span>
                <span className="num">{ordersCount(month.rows.length)}</span>
              </h2>
              {month.rows.map((order) => (
                <OrderLine key={order.id} order={order} isSearched={asked.q !== undefined} />
              ))}
            </section>
          ))}
          {data.total > data.orders.length && (
            <div className={styles.more}>
              <Button kind="line" onClick={() => change({ ...asked, pages: (asked.pages ?? 1) + 1 })}>
                Показать ещё {Math.min(PER_PAGE, data.total - data.orders.length)} из {data.total - data.orders.length}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

type FiltersProps = {
  asked: OrdersAsked;
  counts: Readonly<Record<string, number>>;
  onChange: (next: OrdersAsked) => void;
};
function Filters({ asked, counts, onChange }: FiltersProps) {
  const [typed, setTyped] = useState(asked.q ?? '');
  const [months] = useState(() => monthsBack(new Date()));
  useEffect(() => {
    const q = typed.trim();
    if (q === (asked.q ?? '')) return undefined;
    const timer = setTimeout(() => onChange({ ...asked, q: q === '' ? undefined : q, pages: undefined }), REST_MS);
    return () => clearTimeout(timer);
    // The words decide when to ask; the filters of that moment go along.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  const all = { ...asked, filter: undefined, pages: undefined };
  return (
    <div className={styles.filters}>
      <ChipRow label="Состояние заказов">
        <Chip pressed={asked.filter === undefined} count={counts.all} onClick={() => onChange(all)}>
          Все
        </Chip>
        {ORDER_FILTER_NAMES.filter((name) => (counts[name] ?? 0) > 0 || asked.filter === name).map((name) => (
          <Chip
            key={name}
            pressed={asked.filter === name}
            count={counts[name]}
            onClick={() => onChange({ ...all, filter: name })}
          >
            {FILTER_WORDS[name]}
          </Chip>
        ))}
      </ChipRow>
      <div className={styles.tools}>
        <TextInput
          type="search"
          aria-label="Поиск по заказам"
          placeholder="Найти"
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          aria-label="Период"
          value={asked.month ?? ''}
          onChange={(event) => onChange({ ...asked, month: event.target.value || undefined, pages: undefined })}
        >
          <option value="">За всё время</option>
          {months.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}

function Nothing({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  return (
    <div className="card">
      {isFiltered ? (
        <EmptyState
          drawing="search"
          title="Таких заказов нет"
          text="Под этот поиск и фильтр ничего не попало."
          action={
            <Button kind="soft" onClick={onAll}>
              Показать все заказы
            </Button>
          }
        />
      ) : (
        <EmptyState
          drawing="sprout"
          title="Здесь появится первый заказ"
          text="С номером, дорогой и чеками."
          action={
            <Link href="/katalog" className={buttonClass('leaf')}>
              Открыть каталог
            </Link>
          }
        />
      )}
    </div>
  );
}

/** The final geometry of three orders. */
const Waiting = () => (
  <div className={`card ${styles.list}`} aria-busy="true">
    {[0, 1, 2].map((i) => (
      <div key={i} className={styles.ghost}>
        <Skeleton width="36%" height={18} />
        <Skeleton width="62%" height={14} />
        <Skeleton width="52%" height={12} />
      </div>
    ))}
  </div>
);
