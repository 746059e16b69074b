import { useState } from 'react';
import { deskStartPacking } from '#contract/desk-packing.ts';
import type { DeskRow } from '#contract/desk-orders.ts';
import { numberWords } from '#src/features/orders/orders.words.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { useAct } from '#src/staff/desk/orders/desk-orders.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './DeskOrders.module.css';

type Props = { rows: readonly DeskRow[]; isOnline: boolean; onDone: () => void };

/** Several orders into packing, each by itself: one that cannot be taken is named with its reason, and the others are taken. */
export function StartMany({ rows, isOnline, onDone }: Props) {
  const act = useAct();
  const [left, setLeft] = useState<number | null>(null);
  const [refused, setRefused] = useState<readonly { id: number; why: string }[]>([]);
  const start = async () => {
    const said: { id: number; why: string }[] = [];
    for (const [place, { id, version }] of rows.entries()) {
      setLeft(rows.length - place);
      try {
        await act({ call: deskStartPacking, input: { body: { exp_id: id, version } }, onDoubt: () => {} });
      } catch (error) {
        said.push({ id, why: failureText(failureOf(error)) });
      }
    }
    setLeft(null);
    setRefused(said);
    onDone();
  };
  return (
    <div className={styles.bulk}>
      <Button
        kind="leaf"
        disabled={!isOnline || rows.length === 0}
        aria-disabled={left !== null || undefined}
        onClick={() => void (left === null && start())}
      >
        {left === null ? `Взять в сборку: ${rows.length}` : `Осталось ${left}`}
      </Button>
      {rows.length === 0 && refused.length === 0 && (
        <span className="small soft">Отметьте заказы, которые пора собирать.</span>
      )}
      <div role="alert">
        {refused.length > 0 && (
          <Note kind="error" icon="alert">
            <ul>
              {refused.map(({ id, why }) => (
                <li key={id}>
                  {numberWords(id)}: {why}
                </li>
              ))}
            </ul>
          </Note>
        )}
      </div>
    </div>
  );
}
