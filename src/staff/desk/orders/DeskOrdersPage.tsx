import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { DESK_COUNT_MOST, DESK_QUEUES, type DeskCase, type DeskQueue, type DeskSort } from '#contract/desk-orders.ts';
import { ORDER_FILTER_NAMES } from '#contract/order-statuses.ts';
import { FILTER_WORDS } from '#src/features/orders/orders.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { deskListAtom, loadDeskListAtom } from '#src/staff/desk/orders/desk-orders.atoms.ts';
import { type DeskAsked, deskAddress, readDeskAddress } from '#src/staff/desk/orders/desk-orders.rules.ts';
import { QUEUE_WORDS } from '#src/staff/desk/orders/desk-orders.words.ts';
import { PickMany } from '#src/staff/desk/orders/PickMany.tsx';
import { SendMany } from '#src/staff/desk/orders/SendMany.tsx';
import { StartMany } from '#src/staff/desk/orders/StartMany.tsx';
import { DESK_COLUMNS, QUEUE_COLUMNS } from '#src/staff/desk/orders/DeskOrdersTable.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Chip } from '#src/ui/Chip.tsx';
import { ChipRow } from '#src/ui/ChipRow.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatMoney, formatNumber, numberWords } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { Table } from '#src/ui/table/Table.tsx';
import type { Sort } from '#src/ui/table/table.rules.ts';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './DeskOrders.module.css';

/** How long the typing must rest before the shop is asked. */
const REST_MS = 400;

/** /desk/orders: filters, search and page stand in the address. */
export function DeskOrdersPage() {
  const asked = readDeskAddress(useSearch());
  const [, go] = useLocation();
  const { data, failure } = useAtomValue(deskListAtom);
  const load = useSetAtom(loadDeskListAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  const address = deskAddress(asked);
  const hasRows = (data?.orders.length ?? 0) > 0;
  // Nothing to tick, nothing to do with it.
  const isTaking = asked.queue === 'new' && hasRows;
  const isPicking = asked.queue === 'pack' && hasRows;
  const isSending = asked.queue === 'ship' && hasRows;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    void load(readDeskAddress(address.split('?')[1] ?? ''));
  }, [load, uid, returns, address]);
  const many = {
    rows: data?.orders.filter(({ id }) => chosen.has(String(id))) ?? [],
    isOnline,
    onDone: () => {
      setChosen(new Set());
      void load(asked);
    },
  };
  const change = (next: DeskAsked) => go(deskAddress(next), { replace: true });
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title="Заказы">
        <Link href="/desk/drafts" className="link">
          Заказы по телефону
        </Link>
      </DeskHead>
      {data && data.cases.length > 0 && <Cases cases={data.cases} />}
      <Filters asked={asked} counts={data?.counts ?? {}} queues={data?.queues} onChange={change} />
      {isPicking && <PickMany ids={many.rows.map(({ id }) => id)} isOnline={isOnline} />}
      {isTaking && <StartMany {...many} />}
      {isSending && <SendMany {...many} />}
      <Table
        label="Заказы"
        choice={
          isTaking || isPicking || isSending
            ? { chosen, onChange: setChosen, nameOf: ({ id }) => `Выбрать заказ ${numberWords(id)}` }
            : undefined
        }
        columns={asked.queue ? QUEUE_COLUMNS : DESK_COLUMNS}
        rows={data?.orders ?? null}
        keyOf={({ id }) => id}
        sort={asked.queue ? null : sortOf(asked.sort)}
        onSort={({ key, dir }) => change({ ...asked, after: undefined, sort: `${key}-${dir}` as DeskSort })}
        asOf={data?.server_time}
        failure={failure ? { text: failureText(failure), onRetry: () => void load(asked) } : undefined}
        empty={
          <EmptyState
            drawing="search"
            title={asked.queue ? 'Здесь всё сделано' : 'Таких заказов нет'}
            text={asked.queue ? 'Новая работа появится сама.' : 'Ищите по номеру, телефону, имени, почте или товару.'}
            action={
              <Button kind="soft" onClick={() => change({})}>
                Показать все заказы
              </Button>
            }
          />
        }
      />
      {data && <Pages asked={asked} next={data.next} onChange={(next) => go(deskAddress(next))} />}
    </div>
  );
}

function sortOf(sort: DeskSort = 'number-desc'): Sort {
  const [key = '', dir] = sort.split('-');
  return { key, dir: dir === 'asc' ? 'asc' : 'desc' };
}

const CASE_WORDS = { review: 'пришла не та сумма', refund: 'возврат ждёт решения' } as const;
const Cases = ({ cases }: { cases: readonly DeskCase[] }) => (
  <Note kind="seed" icon="alert">
    <b>Деньги ждут решения</b>
    <ul className={styles.cases}>
      {cases.map(({ order_id: id, kind, amount }, i) => (
        <li key={`${id}${kind}${i}`}>
          <Link href={`/desk/orders/${id}`} className="link num">
            {numberWords(id)}
          </Link>
          : {CASE_WORDS[kind]}, <span className="num">{formatMoney(amount)}</span>
        </li>
      ))}
    </ul>
  </Note>
);

type FiltersProps = {
  asked: DeskAsked;
  counts: Readonly<Record<string, number>>;
  queues: Readonly<Record<DeskQueue, number>> | undefined;
  onChange: (next: DeskAsked) => void;
};
function Filters({ asked, counts, queues, onChange }: FiltersProps) {
  const [typed, setTyped] = useState(asked.q ?? '');
  useEffect(() => {
    const q = typed.trim();
    if (q === (asked.q ?? '')) return undefined;
    const timer = setTimeout(
      () => onChange({ filter: asked.filter, sort: asked.sort, q: q === '' ? undefined : q }),
      REST_MS,
    );
    return () => clearTimeout(timer);
    // The words decide when to ask; the filters of that moment go along.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  const choose = (filter: DeskAsked['filter']) => onChange({ q: asked.q, sort: asked.sort, filter });
  const isAll = asked.filter === undefined && asked.queue === undefined;
  const open = (queue: DeskQueue) => {
    setTyped('');
    onChange({ queue });
  };
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        className={styles.find}
        aria-label="Найти"
        placeholder="Номер, телефон, имя или товар"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ChipRow label="Что делать">
        {DESK_QUEUES.map((name) => (
          <Chip key={name} pressed={asked.queue === name} count={counted(queues?.[name])} onClick={() => open(name)}>
            {QUEUE_WORDS[name]}
            <More count={queues?.[name]} />
          </Chip>
        ))}
      </ChipRow>
      <ChipRow label="Состояние заказов">
        <Chip pressed={isAll} count={counted(counts['all'])} onClick={() => choose(undefined)}>
          Все
          <More count={counts['all']} />
        </Chip>
        {ORDER_FILTER_NAMES.map((name) => (
          <Chip key={name} pressed={asked.filter === name} count={counted(counts[name])} onClick={() => choose(name)}>
            {FILTER_WORDS[name]}
            <More count={counts[name]} />
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}

/** The shop stops counting there. */
const counted = (count: number | undefined) => (count !== undefined && count < DESK_COUNT_MOST ? count : undefined);
const More = ({ count }: { count: number | undefined }) =>
  count !== undefined && count >= DESK_COUNT_MOST ? (
    <span className="num mute"> {formatNumber(DESK_COUNT_MOST - 1)}+</span>
  ) : null;

type PagesProps = { asked: DeskAsked; next: number | null; onChange: (next: DeskAsked) => void };
/** Pages are walked by key, so there is no number of a page; back is the browser's. */
function Pages({ asked, next, onChange }: PagesProps) {
  if (next === null && asked.after === undefined) return null;
  return (
    <nav className={styles.pages} aria-label="Страницы">
      {asked.after !== undefined && (
        <Button kind="line" onClick={() => onChange({ ...asked, after: undefined })}>
          В начало
        </Button>
      )}
      {next !== null && (
        <Button kind="line" onClick={() => onChange({ ...asked, after: next })}>
          Дальше
        </Button>
      )}
    </nav>
  );
}
