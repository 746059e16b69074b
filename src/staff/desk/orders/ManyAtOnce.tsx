import { useState } from 'react';
import type { DeskRow } from '#contract/desk-orders.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './DeskOrders.module.css';
import { numberWords } from '#src/ui/format.ts';

type Props = {
  /** Orders that are ticked. */
  rows: readonly DeskRow[];
  isOnline: boolean;
  /** «Взять в сборку». */
  verb: string;
  /** What to tick, while nothing is. */
  hint: string;
  /** One order. @returns why it was left alone, null when it is done. @throws what the shop answered. */
  one: (row: DeskRow) => Promise<string | null>;
  onDone: () => void;
};

/** One step for several orders, each by itself: one that cannot take it is named with its reason, and the others take it. */
export function ManyAtOnce({ rows, isOnline, verb, hint, one, onDone }: Props) {
  const [left, setLeft] = useState<number | null>(null);
  const [refused, setRefused] = useState<readonly { id: number; why: string }[]>([]);
  const run = async () => {
    const said: { id: number; why: string }[] = [];
    for (const [place, row] of rows.entries()) {
      setLeft(rows.length - place);
      const why = await one(row).catch((error: unknown) => failureText(failureOf(error)));
      if (why !== null) said.push({ id: row.id, why });
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
        onClick={() => void (left === null && run())}
      >
        {left === null ? `${verb}: ${rows.length}` : `Осталось ${left}`}
      </Button>
      {rows.length === 0 && refused.length === 0 && <span className="small soft">{hint}</span>}
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
