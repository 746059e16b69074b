import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { HistoryFilter } from '#contract/bonus-history.ts';
import { periodWords } from '#contract/period-words.ts';
import { historyAtom, loadHistoryAtom, loadOlderHistoryAtom } from '#src/features/accounts/accounts.atoms.ts';
import { historyAddress, historyQuery, isFiltered, readHistoryAddress } from '#src/features/accounts/accounts.rules.ts';
import { HistoryFilters } from '#src/features/accounts/HistoryFilters.tsx';
import { HistoryList } from '#src/features/accounts/HistoryList.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Account.module.css';

/** «История»: filters stand in the address, so back restores the place. */
export function HistoryPart() {
  const filter = readHistoryAddress(useSearch());
  const [, go] = useLocation();
  const { data, at, isCopy, failure } = useAtomValue(historyAtom)(filter);
  const load = useSetAtom(loadHistoryAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const address = historyAddress(filter);
  useEffect(() => {
    if (known) void load(readHistoryAddress(address.split('?')[1] ?? ''));
  }, [load, uid, known, returns, address]);
  const change = (next: HistoryFilter) => go(historyAddress(next), { replace: true });
  return (
    <section className={styles.part} aria-labelledby="history">
      <div className={styles.head}>
        <h2 id="history">История</h2>
        {isCopy && at && <AsOf at={at} />}
        {data && data.items.length > 0 && (
          <Exports filter={filter} isOff={isCopy} newest={data.months[0]?.month ?? null} />
        )}
      </div>
      <HistoryFilters filter={filter} onChange={change} />
      {failure && !data && (
        <Note kind="error" icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          {failureText(failure)} {isFiltered(filter) && 'Без сети открывается история без фильтров. '}
          <button type="button" className="link" onClick={() => void load(filter)}>
            Повторить
          </button>
        </Note>
      )}
      {!data && !failure && <Skeleton height={320} />}
      {data?.items.length === 0 && (
        <div className="card">
          <EmptyState
            drawing="sprout"
            title={isFiltered(filter) ? 'Таких операций нет' : 'Операций ещё не было'}
            text={
              isFiltered(filter)
                ? 'Измените период или посмотрите все счета сразу.'
                : 'Здесь появятся бонусы, оплаты и возвраты.'
            }
            action={
              isFiltered(filter) ? (
                <Button kind="soft" onClick={() => change({})}>
                  Сбросить фильтры
                </Button>
              ) : undefined
            }
          />
        </div>
      )}
      {data && data.items.length > 0 && (
        <>
          <HistoryList rows={data.items} months={data.months} />
          <p className="small soft">
            Показано {formatNumber(data.items.length)} из {formatNumber(data.total)}. Переводы между своими счетами в
            «пришло» и «ушло» не входят.
          </p>
          {data.next !== null && <Older filter={filter} />}
        </>
      )}
    </section>
  );
}

function Older({ filter }: { filter: HistoryFilter }) {
  const older = useSetAtom(loadOlderHistoryAtom);
  const [state, setState] = useState<{ isBusy: boolean; told: string | null }>({ isBusy: false, told: null });
  const more = async () => {
    if (state.isBusy) return;
    setState({ isBusy: true, told: null });
    const told = await older(filter).then(
      () => null,
      (error: unknown) => failureText(failureOf(error)),
    );
    setState({ isBusy: false, told });
  };
  return (
    <div className={styles.more}>
      <Button kind="line" aria-disabled={state.isBusy || undefined} onClick={() => void more()}>
        {state.isBusy ? 'Загружаем…' : 'Показать ещё'}
      </Button>
      {state.told && <output className="small">{state.told}</output>}
    </div>
  );
}

/** The same rows as a file. The browser saves it: the page holds none of it. */
function Exports({ filter, isOff, newest }: { filter: HistoryFilter; isOff: boolean; newest: number | null }) {
  if (isOff) return <span className="small soft">Выгрузка ждёт сети</span>;
  const query = historyQuery(filter);
  const month = filter.period ?? newest;
  const href = (format: 'xlsx' | 'csv') =>
    `/make-export/bonus-history?${query}${query === '' ? '' : '&'}format=${format}`;
  return (
    <span className={styles.exports}>
      <span className="small soft">Выгрузить</span>
      <a className="link" href={href('xlsx')} download>
        Excel
      </a>
      <a className="link" href={href('csv')} download>
        CSV
      </a>
      {month !== null && (
        <a className="link" href={`/make-export/statement?period=${month}`} download>
          Выписка за {periodWords(month)}, PDF
        </a>
      )}
    </span>
  );
}
