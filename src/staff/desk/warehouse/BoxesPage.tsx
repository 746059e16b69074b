import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { type DeskBox, deskCloseBox } from '#contract/desk-shelves.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { type Failure, failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { PrintSheet } from '#src/staff/desk/parts/PrintSheet.tsx';
import { BoxLabel } from '#src/staff/desk/warehouse/BoxLabel.tsx';
import { weightWords } from '#src/staff/desk/warehouse/warehouse.words.ts';
import { boxesAtom, loadBoxesAtom, useWarehouseAct } from '#src/staff/desk/warehouse/warehouse.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Warehouse.module.css';

/** /desk/boxes: what travels to the points together, those on their way first. */
export function BoxesPage() {
  const { data, failure } = useAtomValue(boxesAtom);
  const load = useSetAtom(loadBoxesAtom);
  const { uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load();
  }, [load, uid, returns]);
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title="Коробки" back={{ href: '/desk/shelves', words: 'Склад' }} />
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          <p role="alert">
            {failureText(failure)} {data && 'Ниже — то, что пришло раньше. '}
            <button type="button" className="link" onClick={() => void load()}>
              Повторить
            </button>
          </p>
        </Note>
      )}
      {!data && !failure && <Skeleton height={240} radius={12} />}
      {data?.boxes.length === 0 && (
        <div className="card">
          <EmptyState
            drawing="search"
            title="Коробок ещё нет"
            text="Коробка появляется с первой посылкой, которую отправили в пункт выдачи."
          />
        </div>
      )}
      {data?.boxes.map((box) => (
        <BoxCard key={box.id} box={box} onDone={() => void load()} />
      ))}
    </div>
  );
}

function BoxCard({ box, onDone }: { box: DeskBox; onDone: () => void }) {
  const act = useWarehouseAct();
  const { isOnline } = useAtomValue(networkAtom);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const { id, code, to, weight, parcels, closed_at: closed, accepted_at: accepted } = box;
  const close = async () => {
    try {
      await act(deskCloseBox, { body: { box_id: id } });
      setFailure(null);
      onDone();
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <article className={`card ${styles.box}`} aria-label={`Коробка ${code}`}>
      <header className={styles.head}>
        <h2 className="num">{code}</h2>
        <Tag kind={accepted ? 'plain' : closed ? 'leaf' : 'seed'}>{stateOf(box)}</Tag>
        <span className="small soft num">
          {momentWords(box.sent_at)} · {weightWords(weight)}
        </span>
      </header>
      <p>{to}</p>
      <ul className={styles.parcels}>
        {parcels.map((one) => (
          <li key={one.code}>
            <Link href={`/desk/orders/${one.exp_id}`} className="link num">
              {one.code}
            </Link>
            <span>{one.name}</span>
            <span className="small soft num">{one.pieces} шт.</span>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button kind="quiet" onClick={() => setPrinting(true)}>
          Наклейка и опись
        </Button>
        {!closed && !accepted && (
          <Button kind="line" disabled={!isOnline} onClick={() => void close()}>
            Закрыть коробку
          </Button>
        )}
      </div>
      {!closed && !accepted && (
        <p className="small soft">Сегодняшние посылки в этот пункт едут в ней. Закройте её, когда она полна.</p>
      )}
      <div role="alert">
        {failure && (
          <Note kind="error" icon="alert">
            {failureText(failure)}
          </Note>
        )}
      </div>
      {isPrinting && (
        <PrintSheet onDone={() => setPrinting(false)}>
          <BoxLabel box={box} />
        </PrintSheet>
      )}
    </article>
  );
}

function stateOf({ accepted_at: accepted, closed_at: closed }: DeskBox): string {
  if (accepted) return `Принята ${momentWords(accepted)}`;
  return closed ? 'Закрыта, едет' : 'Открыта';
}
