import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { DESK_PEOPLE_SHOWN, type DeskPersonRow } from '#contract/desk-users.ts';
import { formatPhone } from '#contract/phones.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { deskPeopleAtom, loadDeskPeopleAtom } from '#src/staff/desk/users/desk-users.atoms.ts';
import {
  type PeopleAsked,
  peopleAddress,
  readPeopleAddress,
  type Shown,
} from '#src/staff/desk/users/desk-users.rules.ts';
import { roleWords, SHOWN_WORDS, STATE_WORDS } from '#src/staff/desk/users/desk-users.words.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Select } from '#src/ui/Select.tsx';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import { Tag } from '#src/ui/Tag.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './DeskUsers.module.css';

/** How long the typing must rest before the shop is asked. */
const REST_MS = 400;

const COLUMNS: readonly Column<DeskPersonRow>[] = [
  {
    key: 'name',
    title: 'Имя',
    card: 'head',
    cell: ({ id, name }, at) => (
      <Link href={`/desk/users/${id}`} className={styles.name} {...at} {...{ [OPENER]: '' }}>
        {name}
      </Link>
    ),
  },
  {
    key: 'number',
    title: 'Рег. номер',
    card: 'none',
    cell: ({ cons_id: consId }) => <span className="num soft">{consId ?? '—'}</span>,
  },
  {
    key: 'role',
    title: 'Роль',
    card: 'plain',
    cell: (row) => (
      <span className="soft">
        {roleWords(row)}
        {row.cons_id && <span className={`num ${styles.onCard}`}>, {row.cons_id}</span>}
      </span>
    ),
  },
  {
    key: 'contact',
    title: 'Телефон или почта',
    wide: true,
    cell: ({ phone, email }) => <span className="soft num">{phone ? formatPhone(phone) : (email ?? '—')}</span>,
  },
  {
    key: 'state',
    title: 'Состояние',
    card: 'side',
    cell: ({ state }) => <Tag kind={STATE_WORDS[state].kind}>{STATE_WORDS[state].text}</Tag>,
  },
];

/** /desk/users: search, filter and page stand in the address. */
export function DeskUsersPage() {
  const asked = readPeopleAddress(useSearch());
  const [, go] = useLocation();
  const { data, failure } = useAtomValue(deskPeopleAtom);
  const load = useSetAtom(loadDeskPeopleAtom);
  const { uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const address = peopleAddress(asked);
  useEffect(() => {
    void load(readPeopleAddress(address.split('?')[1] ?? ''));
  }, [load, uid, returns, address]);
  const change = (next: PeopleAsked) => go(peopleAddress(next), { replace: true });
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Люди и права</h1>
      <Filters asked={asked} waiting={data?.waiting ?? 0} onChange={change} />
      <Table
        label="Люди"
        columns={COLUMNS}
        rows={data?.users ?? null}
        keyOf={({ id }) => id}
        failure={failure ? { text: failureText(failure), onRetry: () => void load(asked) } : undefined}
        empty={
          <EmptyState
            drawing="search"
            title="Никого не нашлось"
            text="Ищите по имени, номеру, телефону или почте."
            action={
              <Button kind="soft" onClick={() => change({})}>
                Показать всех
              </Button>
            }
          />
        }
      />
      {data && (asked.after !== undefined || data.next !== null) && (
        <nav className={styles.pages} aria-label="Страницы">
          {asked.after !== undefined && (
            <Button kind="line" onClick={() => go(peopleAddress({ ...asked, after: undefined }))}>
              В начало
            </Button>
          )}
          {data.next !== null && (
            <Button kind="line" onClick={() => go(peopleAddress({ ...asked, after: data.next ?? undefined }))}>
              Дальше
            </Button>
          )}
        </nav>
      )}
    </div>
  );
}

type FiltersProps = { asked: PeopleAsked; waiting: number; onChange: (next: PeopleAsked) => void };
function Filters({ asked, waiting, onChange }: FiltersProps) {
  const [typed, setTyped] = useState(asked.q ?? '');
  useEffect(() => {
    const q = typed.trim();
    if (q === (asked.q ?? '')) return undefined;
    const timer = setTimeout(() => onChange({ ...asked, q: q === '' ? undefined : q, after: undefined }), REST_MS);
    return () => clearTimeout(timer);
    // The words decide when to ask; the filter of that moment goes along.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        aria-label="Найти"
        placeholder="Имя, телефон, рег. номер"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Select
        aria-label="Кого показать"
        value={asked.show ?? ''}
        onChange={({ target }) =>
          onChange({ ...asked, show: target.value === '' ? undefined : (target.value as Shown), after: undefined })
        }
      >
        <option value="">Все</option>
        {DESK_PEOPLE_SHOWN.map((name) => (
          <option key={name} value={name}>
            {SHOWN_WORDS[name]}
            {name === 'wholesale' && waiting > 0 ? ` (${waiting})` : ''}
          </option>
        ))}
      </Select>
    </div>
  );
}
