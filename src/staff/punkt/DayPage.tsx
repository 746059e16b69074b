import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { CallReply } from '#contract/call.ts';
import { type DayRow, punktFetchDay } from '#contract/counter.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf, failureText } from '#src/platform/api/failure.ts';
import { toCsv } from '#src/staff/punkt/counter.rules.ts';
import { NoPoint, NotLoaded } from '#src/staff/punkt/NoPoint.tsx';
import { useCounter } from '#src/staff/punkt/use-counter.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import styles from './Counter.module.css';
import { numberWords } from '#src/ui/format.ts';

type Day = CallReply<typeof punktFetchDay>;
type Loaded = { chosen: string | null; data: Day | null; today: string | undefined; failure: Failure | null };
const WORDS = { accepted: 'Принят', handed: 'Выдан', returned: 'Отправлен на склад' } as const;
const TIME = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });
const timeOf = (iso: string): string => TIME.format(new Date(iso));

const COLUMNS: readonly Column<DayRow>[] = [
  { key: 'at', title: 'Время', value: ({ at }) => at, cell: ({ at }) => <span className="num">{timeOf(at)}</span>, card: 'side' },
  { key: 'order', title: 'Заказ', value: ({ exp_id: id }) => id, cell: ({ exp_id: id }) => <b className="num">{numberWords(id)}</b>, card: 'head' },
  { key: 'what', title: 'Что', value: ({ what }) => WORDS[what], cell: ({ what }) => WORDS[what] },
  { key: 'pieces', title: 'Штук', value: ({ pieces }) => pieces, cell: ({ pieces }) => pieces, figures: true },
  { key: 'operator', title: 'Кто', value: ({ operator }) => operator, cell: ({ operator }) => operator || '—' },
]; // prettier-ignore

/** /punkt/report: one day of the point, and the same as a file. */
export function DayPage() {
  const { shown, reload } = useCounter();
  const point = shown.data?.point;
  const site = point?.site;
  const api = useAtomValue(apiAtom);
  /** Null: the day that it is at the point, which only the shop knows. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (site === undefined || chosen === '') return undefined;
    let isLeft = false;
    api.send(punktFetchDay, { body: { site, ...(chosen === null ? {} : { day: chosen }) } }).then(
      (data) => !isLeft && setLoaded({ chosen, data, today: data.today, failure: null }),
      (error: unknown) =>
        !isLeft && setLoaded((before) => ({ chosen, data: null, today: before?.today, failure: failureOf(error) })),
    );
    return () => {
      isLeft = true;
    };
  }, [api, site, chosen, turn]);
  if (shown.data && !point) return <NoPoint />;
  if (site === undefined) return <NotLoaded title="Отчёт не загрузился" failure={shown.failure} onRetry={reload} />;
  const current = loaded?.chosen === chosen ? loaded : null;
  const day = chosen ?? current?.data?.day ?? '';
  const rows = current?.data?.rows ?? null;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Отчёт пункта</h1>
      <div className={styles.tools}>
        <Field label="День">
          <TextInput type="date" value={day} max={loaded?.today} onChange={(event) => setChosen(event.target.value)} />
        </Field>
        <Button kind="line" disabled={!rows || rows.length === 0} onClick={() => rows && save(day, rows)}>
          Сохранить файл
        </Button>
      </div>
      {current?.data?.shifts.map((shift) => (
        <p key={shift.opened_at} className="small soft">
          Смена {timeOf(shift.opened_at)}–{shift.closed_at ? timeOf(shift.closed_at) : 'открыта'}, {shift.operator}
          {shift.counted !== null && `. Посылок: ${shift.counted} из ${shift.expected}`}
          {shift.note && `. ${shift.note}`}
        </p>
      ))}
      <Table
        label="Что было за день"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ exp_id: id, what }) => `${id}${what}`}
        failure={
          current?.failure ? { text: failureText(current.failure), onRetry: () => setTurn(turn + 1) } : undefined
        }
        empty={<EmptyState drawing="cart" title="В этот день ничего не было" text="Выберите другой день." />}
      />
    </div>
  );
}

/** The file is made here: what it says is on the screen. */
function save(day: string, rows: readonly DayRow[]): void {
  const body = rows.map(({ at, exp_id: id, what, pieces, operator }) => [
    timeOf(at),
    id,
    WORDS[what],
    pieces,
    operator,
  ]);
  const file = new Blob([toCsv([['Время', 'Заказ', 'Что', 'Штук', 'Кто'], ...body])], { type: 'text/csv' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `punkt-${day}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
