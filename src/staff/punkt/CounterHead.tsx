import { useAtom, useAtomValue } from 'jotai';
import { useState } from 'react';
import type { CounterPoint } from '#contract/counter.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { type Counter, siteAtom } from '#src/staff/punkt/counter.atoms.ts';
import { ShiftSheet } from '#src/staff/punkt/ShiftSheet.tsx';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Button } from '#src/ui/Button.tsx';
import { formatAt } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Select } from '#src/ui/Select.tsx';
import styles from './Counter.module.css';

type Props = {
  counter: Counter;
  point: CounterPoint;
  at: string | null;
  isCopy: boolean;
  isAsking: boolean;
  onChange: () => void;
};

/** Which point, whose shift, and without a network of when all this is. */
export function CounterHead({ counter, point, at, isCopy, isAsking, onChange }: Props) {
  const { isOnline } = useAtomValue(networkAtom);
  const [, setSite] = useAtom(siteAtom);
  const [isShiftOpen, setShiftOpen] = useState(false);
  const { shift, points } = counter;
  return (
    <>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Пункт выдачи</h1>
        {points.length > 1 ? (
          <Select look="bare" aria-label="Пункт" value={point.site} onChange={({ target }) => setSite(target.value)}>
            {points.map((one) => (
              <option key={one.site} value={one.site}>
                {placeOf(one)}
              </option>
            ))}
          </Select>
        ) : (
          <p className="mute">{placeOf(point)}</p>
        )}
        <p className={styles.shift}>
          <span className="small mute">
            {shift ? `Смена открыта ${formatAt(shift.opened_at)}, ${shift.operator}` : 'Смена не открыта'}
          </span>
          <Button kind={shift ? 'quiet' : 'soft'} disabled={!isOnline} onClick={() => setShiftOpen(true)}>
            {shift ? 'Закрыть смену' : 'Открыть смену'}
          </Button>
        </p>
      </div>
      {isCopy && !isAsking && at && (
        <output className={styles.away}>
          <Icon name="offline" size={30} />
          <span>
            <b>
              {isOnline ? 'Магазин не ответил' : 'Нет сети'}. Показаны <AsOf at={at} className="num" />
            </b>
            <br />
            Искать можно, выдавать — когда сеть появится.
          </span>
        </output>
      )}
      {!isAsking && counter.total !== null && counter.total > counter.orders.length && (
        <Note icon="list">
          {`На планшете ${counter.orders.length} из ${counter.total} заказов. Остальные знает магазин: наберите номер, телефон или имя и нажмите Enter.`}
        </Note>
      )}
      {isShiftOpen && (
        <ShiftSheet site={point.site} shift={shift} onClose={() => setShiftOpen(false)} onDone={onChange} />
      )}
    </>
  );
}
const placeOf = ({ city, address }: CounterPoint): string => [city, address].filter(Boolean).join(', ');
