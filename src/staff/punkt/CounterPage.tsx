import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type FoundOrder, punktFindOrders } from '#contract/counter.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { CounterCard } from '#src/staff/punkt/CounterCard.tsx';
import { CounterHead } from '#src/staff/punkt/CounterHead.tsx';
import { CounterLists } from '#src/staff/punkt/CounterLists.tsx';
import { searchableAtom } from '#src/staff/punkt/counter.atoms.ts';
import { addMark, type Marks, readScan, searchWaiting } from '#src/staff/punkt/counter.rules.ts';
import { NoPoint } from '#src/staff/punkt/NoPoint.tsx';
import { ScanField } from '#src/staff/punkt/ScanField.tsx';
import { useCounter } from '#src/staff/punkt/use-counter.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Counter.module.css';
import { numberWords } from '#src/ui/format.ts';

const NO_MARKS: Marks = new Map();
type Told = { kind: 'error' | 'leaf'; text: string };

/** /punkt: one field; what waits below it, the order that is open between them (docs/product/counter.md). */
export function CounterPage({ openId }: { openId: number | null }) {
  const { shown, reload } = useCounter();
  const all = useAtomValue(searchableAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const api = useAtomValue(apiAtom);
  const toast = useSetAtom(showToastAtom);
  const [, go] = useLocation();
  const [typed, setTyped] = useState('');
  const [told, setTold] = useState<Told | null>(null);
  const [found, setFound] = useState<readonly FoundOrder[] | null>(null);
  const [scanned, setScanned] = useState<{ id: number | null; marks: Marks }>({ id: null, marks: NO_MARKS });
  const field = useRef<HTMLInputElement>(null);
  const opened = openId === null ? undefined : all.find(({ order }) => order.id === openId)?.order;
  const marks = scanned.id === openId ? scanned.marks : NO_MARKS;
  const { data, failure } = shown;
  const hasField = Boolean(data?.point);
  // A scanner types wherever the focus is: also once the field has come.
  useEffect(() => field.current?.focus(), [openId, hasField]);

  if (!data && failure)
    return (
      <div className="wrap">
        <EmptyState level={1} drawing="offline" title="Пункт не загрузился" text={failureText(failure)} action={<Button kind="leaf" onClick={reload}>Повторить</Button>} />
      </div>
    ); // prettier-ignore
  if (!data) return <Waiting />;
  const { point } = data;
  const now = Date.parse(data.server_time);
  if (!point) return <NoPoint />;

  const open = (id: number) => {
    setTyped('');
    setFound(null);
    setTold(null);
    go(`/punkt/orders/${id}`);
  };
  const askShop = async (q: string) => {
    if (!isOnline) return setTold({ kind: 'error', text: `«${q}» на этом планшете нет. Когда появится сеть, поищем в магазине` }); // prettier-ignore
    try {
      const { orders } = await api.send(punktFindOrders, { body: { site: point.site, q } });
      const [only, ...more] = orders;
      if (only && more.length === 0) return open(only.id);
      if (!only) return setTold({ kind: 'error', text: `«${q}»: в этом пункте такого заказа нет` });
      setTold(null);
      return setFound(orders);
    } catch (error) {
      return setTold({ kind: 'error', text: failureText(failureOf(error)) });
    }
  };
  const takeMark = (mark: { code: string; unit: string }) => {
    if (!opened) return setTold({ kind: 'error', text: 'Это код «Честного знака». Сначала откройте заказ, который выдаёте' }); // prettier-ignore
    const { marks: next, outcome } = addMark(opened.lines, marks, mark);
    setScanned({ id: openId, marks: next });
    const words = { added: null, again: 'Эта упаковка уже отсканирована', enough: 'Все коды этого заказа уже собраны' };
    return setTold(words[outcome] === null ? null : { kind: 'error', text: words[outcome] });
  };
  const onScan = (text: string) => {
    const scan = readScan(text);
    setFound(null);
    if (scan.kind === 'mark') return takeMark(scan);
    if (scan.kind === 'strange') return setTold({ kind: 'error', text: `Это не код «Ростка»: ${scan.text.slice(0, 40)}. Отсканируйте этикетку посылки` }); // prettier-ignore
    if (scan.kind === 'order' && all.some(({ order }) => order.id === scan.id)) return open(scan.id);
    const here = searchWaiting(all, text);
    if (here.length === 1 && here[0]) return open(here[0].id);
    if (here.length > 1) {
      setTyped(text);
      return setTold(null);
    }
    return void askShop(text.trim());
  };
  return (
    <div className={`wrap ${styles.page}`}>
      <CounterHead
        counter={data}
        point={point}
        at={shown.at}
        isCopy={shown.isCopy}
        isAsking={shown.isAsking}
        onChange={reload}
      />
      <ScanField
        label="Найти заказ"
        hint="Номер, телефон, имя или сканер"
        fieldRef={field}
        value={typed}
        onChange={setTyped}
        onScan={onScan}
      />
      <div role="alert">
        {told && (
          <Note kind={told.kind} icon="alert">
            {told.text}
          </Note>
        )}
      </div>
      {openId !== null && (
        <CounterCard
          key={openId}
          id={openId}
          kept={opened}
          marks={marks}
          now={now}
          onForget={() => setScanned({ id: openId, marks: NO_MARKS })}
          onDone={(id) => {
            toast({ text: `Заказ ${numberWords(id)} выдан` });
            reload();
          }}
          onSentBack={reload}
        />
      )}
      <CounterLists
        orders={searchWaiting(all, typed)}
        found={found}
        isSearch={typed.trim() !== ''}
        openId={openId}
        now={now}
        onOpen={open}
      />
    </div>
  );
}

const Waiting = () => (
  <div className={`wrap ${styles.page}`} aria-busy="true">
    <h1>Пункт выдачи</h1>
    <Skeleton height={68} radius="var(--r-l)" />
    <Skeleton height={320} radius="var(--r-l)" />
  </div>
);
