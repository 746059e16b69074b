import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { CallReply } from '#contract/call.ts';
import { deskPickingList, PICK_MOST } from '#contract/desk-shelves.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf, failureText } from '#src/platform/api/failure.ts';
import { PrintSheet } from '#src/staff/desk/parts/PrintSheet.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './DeskOrders.module.css';
import paper from '../parts/PrintSheet.module.css';
import { numberWords } from '#src/ui/format.ts';

type Walk = CallReply<typeof deskPickingList>;
type Props = { ids: readonly number[]; isOnline: boolean };

/** One walk along the shelves for several orders that are being packed (docs/product/desk.md#warehouse). */
export function PickMany({ ids, isOnline }: Props) {
  const api = useAtomValue(apiAtom);
  const [walk, setWalk] = useState<Walk | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');
  const isTooMany = ids.length > PICK_MOST;
  const print = async () => {
    setSaid('');
    try {
      const found = await api.send(deskPickingList, { body: { exp_ids: [...ids] } });
      setFailure(null);
      if (found.picks.length === 0) setSaid('В этих заказах брать с полок больше нечего.');
      else setWalk(found);
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <div className={styles.bulk}>
      <Button kind="line" disabled={!isOnline || ids.length === 0 || isTooMany} onClick={() => void print()}>
        Лист сборки: {ids.length}
      </Button>
      <span className="small soft">
        {isTooMany
          ? `Не больше ${PICK_MOST} заказов за один проход.`
          : ids.length === 0 && 'Отметьте заказы, которые собираете вместе: лист проведёт по полкам один раз.'}
      </span>
      <output>{said}</output>
      <div role="alert">
        {failure && (
          <Note kind="error" icon="alert">
            {failureText(failure)}
          </Note>
        )}
      </div>
      {walk && (
        <PrintSheet onDone={() => setWalk(null)}>
          <WalkPaper walk={walk} />
        </PrintSheet>
      )}
    </div>
  );
}

export const WalkPaper = ({ walk: { picks, parcels, without, server_time: at } }: { walk: Walk }) => (
  <>
    <p className={paper.big}>
      Лист сборки, посылок: {parcels.length}, {momentWords(at)}
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Полка</th>
          <th scope="col">Место</th>
          <th scope="col">Код</th>
          <th scope="col">Название</th>
          <th scope="col">Штук</th>
          <th scope="col">В посылки</th>
          <th scope="col">Взято</th>
        </tr>
      </thead>
      <tbody>
        {picks.map(({ place, code, title, pieces, parcels: into }, i) => (
          <tr key={`${code}${place?.shelf ?? ''}${place?.cell ?? ''}`}>
            <td>{(i === 0 || picks[i - 1]?.place?.shelf !== place?.shelf) && (place?.shelf ?? 'Без места')}</td>
            <td>{place?.cell}</td>
            <td>{code}</td>
            <td>{title}</td>
            <td>{pieces}</td>
            <td>{into.map((one) => `${one.code} × ${one.pieces}`).join(', ')}</td>
            <td>☐</td>
          </tr>
        ))}
      </tbody>
    </table>
    {without.length > 0 && <p>Брать нечего: {without.map(numberWords).join(', ')}</p>}
  </>
);
