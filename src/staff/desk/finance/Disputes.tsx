import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { DeskDispute } from '#contract/desk-finance.ts';
import { periodWords } from '#contract/period-words.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { disputesAtom, loadDisputesAtom, useAnswer } from '#src/staff/desk/finance/desk-finance.atoms.ts';
import { ReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './DeskFinance.module.css';

/** Questions of consultants about their months; the open ones first. */
export function Disputes() {
  const { data, failure } = useAtomValue(disputesAtom);
  const load = useSetAtom(loadDisputesAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  const [answering, setAnswering] = useState<DeskDispute | null>(null);
  const answer = useAnswer();
  useEffect(() => {
    void load();
  }, [load, uid, returns]);
  return (
    <section className={styles.part} aria-labelledby="disputes">
      <h2 id="disputes">Вопросы о начислениях</h2>
      {failure && !data && (
        <Note kind="error" icon="alert">
          {failureText(failure)}{' '}
          <button type="button" className="link" onClick={() => void load()}>
            Повторить
          </button>
        </Note>
      )}
      {!data && !failure && <Skeleton height={60} />}
      {data?.length === 0 && <p className="soft">Вопросов нет.</p>}
      {data && data.length > 0 && (
        <ul className={`card ${styles.disputes}`}>
          {data.map((one) => (
            <li key={one.id} className={styles.dispute}>
              <p className={styles.line}>
                <Link href={`/desk/users/${one.user_id}`} className="link">
                  {one.name}
                </Link>
                <span className="small soft">
                  {periodWords(one.period)}, {momentWords(one.at)}
                </span>
              </p>
              <p>{one.text}</p>
              {one.answer !== null ? (
                <p className="small soft">
                  {one.answered_by}: {one.answer}
                </p>
              ) : (
                <Button
                  kind="line"
                  aria-disabled={!isOnline || undefined}
                  onClick={() => isOnline && setAnswering(one)}
                >
                  Ответить
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {answering && (
        <ReasonSheet
          title={`Ответить: ${answering.name}`}
          word="Отправить ответ"
          done="Ответ отправлен"
          name="words"
          label="Ответ"
          hint="Человек прочтёт его в уведомлениях."
          send={(words, onDoubt) => answer({ id: answering.id, words }, onDoubt)}
          onClose={() => setAnswering(null)}
        />
      )}
    </section>
  );
}
