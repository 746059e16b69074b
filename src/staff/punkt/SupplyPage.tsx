import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { punktAcceptParcel, punktFetchSupplies, punktFinishSupply, type Supply } from '#contract/counter.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { useCounterAct } from '#src/staff/punkt/counter.atoms.ts';
import { NoPoint, NotLoaded } from '#src/staff/punkt/NoPoint.tsx';
import { ScanField } from '#src/staff/punkt/ScanField.tsx';
import { useCounter } from '#src/staff/punkt/use-counter.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Counter.module.css';
import { numberWords } from '#src/ui/format.ts';

type Told = { kind: 'error' | 'leaf'; text: string };

/** /punkt/supply: parcels are scanned one after the other and lie down in their cells (docs/product/counter.md#supplies). */
export function SupplyPage() {
  const { shown, reload } = useCounter();
  const site = shown.data?.point?.site;
  const api = useAtomValue(apiAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const act = useCounterAct();
  const returns = useNetworkReturns();
  const [supplies, setSupplies] = useState<readonly Supply[] | null>(null);
  const [typed, setTyped] = useState('');
  const [told, setTold] = useState<Told | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const row = useRef<Promise<unknown>>(Promise.resolve());
  const refuse = useCallback((error: unknown) => setTold({ kind: 'error', text: failureText(failureOf(error)) }), []);
  useEffect(() => {
    if (site === undefined) return;
    api.send(punktFetchSupplies, { body: { site } }).then(({ supplies: list }) => setSupplies(list), refuse);
  }, [api, site, returns, refuse]);
  useEffect(() => field.current?.focus(), [site]);
  if (shown.data && !shown.data.point) return <NoPoint />;
  if (site === undefined) return <NotLoaded title="Поставки не загрузились" failure={shown.failure} onRetry={reload} />;

  // A scanner is quicker than the network: scans wait in a row.
  const inTurn = (work: () => Promise<void>) => {
    row.current = row.current.then(() => work().catch(refuse));
  };
  const accept = (code: string) =>
    inTurn(async () => {
      const reply = await act({ call: punktAcceptParcel, ref: site, input: { body: { site, code: code.trim() } } });
      setSupplies(reply.supplies);
      const { code: label, cell, again } = reply.accepted;
      setTold({ kind: 'leaf', text: again ? `${label} уже принята, ячейка ${cell}` : `${label} — в ячейку ${cell}` });
    });
  const finish = (supply: Supply, missing: number) =>
    inTurn(async () => {
      const reply = await act({ call: punktFinishSupply, ref: site, input: { body: { site, supply_id: supply.id, missing } } }); // prettier-ignore
      setSupplies(reply.supplies);
      setTold({ kind: 'leaf', text: missing > 0 ? `Поставка ${numberWords(supply.id)} принята с недостачей: ${missing}. Хозяйство уже знает` : `Поставка ${numberWords(supply.id)} принята` }); // prettier-ignore
      reload();
    });
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Поставки</h1>
      <ScanField
        label="Этикетка посылки"
        hint="Сканируйте этикетки подряд"
        fieldRef={field}
        value={typed}
        onChange={setTyped}
        onScan={accept}
      />
      <output className={styles.big}>
        {told && (
          <Note kind={told.kind} icon={told.kind === 'leaf' ? 'check' : 'alert'}>
            {told.text}
          </Note>
        )}
      </output>
      {!isOnline && <Note icon="offline">Принимать поставку можно только с сетью.</Note>}
      {supplies === null && isOnline && <Skeleton height={240} radius="var(--r-l)" />}
      {supplies?.length === 0 && (
        <EmptyState
          drawing="cart"
          title="Поставок в пути нет"
          text="Когда склад отправит посылки сюда, они появятся здесь."
        />
      )}
      {supplies?.map((supply) => (
        <SupplyCard
          key={supply.id}
          supply={supply}
          isOnline={isOnline}
          onFinish={(missing) => finish(supply, missing)}
        />
      ))}
    </div>
  );
}

type CardProps = { supply: Supply; isOnline: boolean; onFinish: (missing: number) => void };
function SupplyCard({ supply, isOnline, onFinish }: CardProps) {
  const missing = supply.parcels.filter(({ accepted }) => !accepted);
  const [isAsking, setAsking] = useState(false);
  const done = supply.parcels.length - missing.length;
  return (
    <section className={`card ${styles.list}`} aria-label={`Поставка ${numberWords(supply.id)}`}>
      <div className={styles.listHead}>
        <h2>Поставка {numberWords(supply.id)}</h2>
        <span className="num mute">
          {done} из {supply.parcels.length}
        </span>
      </div>
      <p className={`small soft ${styles.none}`}>Отправлена {momentWords(supply.sent_at)}</p>
      <ul>
        {supply.parcels.map((parcel) => (
          <li key={parcel.code} className={styles.parcel}>
            <b className="num">{parcel.code}</b>
            <span className={styles.who}>
              {parcel.name}
              <span className={`small soft ${styles.line}`}>
                {numberWords(parcel.exp_id)}, {parcel.pieces} шт.
              </span>
            </span>
            {parcel.accepted ? (
              <span className={`num ${styles.cell}`}>{parcel.cell ?? 'принята'}</span>
            ) : (
              <Tag kind="plain">едет</Tag>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.finish}>
        {isAsking && missing.length > 0 && (
          <Note kind="seed" icon="alert">
            Не хватает: {missing.map(({ code }) => code).join(', ')}. Поищите в машине и на полках. Если их нет, примите с недостачей.
          </Note>
        )}
        <Button
          kind={missing.length === 0 ? 'leaf' : 'line'}
          size="lg"
          wide
          disabled={!isOnline}
          onClick={() => (missing.length === 0 || isAsking ? onFinish(missing.length) : setAsking(true))}
        >
          {missing.length === 0 ? 'Поставка принята' : isAsking ? `Принять, не хватает ${missing.length}` : 'Завершить приёмку'}
        </Button>
      </div>
    </section>
  );
} // prettier-ignore
