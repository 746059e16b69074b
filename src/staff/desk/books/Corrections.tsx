import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ACCOUNT_NAMES } from '#contract/account-rules.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import type { DeskCorrection } from '#contract/desk-books.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { correctionsAtom, loadCorrectionsAtom, useDecideCorrection } from '#src/staff/desk/books/books.atoms.ts';
import { NewCorrection } from '#src/staff/desk/books/NewCorrection.tsx';
import { ReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { Money } from '#src/terms/Money.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Books.module.css';
import { numberWords } from '#src/ui/format.ts';

const STATES = {
  waiting: { kind: 'seed', text: 'ждёт второго' },
  done: { kind: 'leaf', text: 'проведено' },
  refused: { kind: 'plain', text: 'отклонено' },
} as const;

/** What one of the staff has proposed and another one decides. */
export function Corrections() {
  const { data, failure } = useAtomValue(correctionsAtom);
  const load = useSetAtom(loadCorrectionsAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  const [isAsking, setAsking] = useState(false);
  const [deciding, setDeciding] = useState<{ row: DeskCorrection; approve: boolean } | null>(null);
  useEffect(() => {
    void load({});
  }, [load, uid, returns]);
  return (
    <section className={styles.part} aria-labelledby="corrections">
      <div className={styles.line}>
        <h2 id="corrections">Исправления</h2>
        <Button kind="line" aria-disabled={!isOnline || undefined} onClick={() => isOnline && setAsking(true)}>
          Предложить исправление
        </Button>
      </div>
      <p className="soft">Один сотрудник предлагает, другой проверяет и проводит. До этого деньги не двигаются.</p>
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          {failureText(failure)}{' '}
          <button type="button" className="link" onClick={() => void load({})}>
            Повторить
          </button>
        </Note>
      )}
      {!data && !failure && <Skeleton height={80} />}
      {data?.length === 0 && <p className="soft">Исправлений ещё не было.</p>}
      {data && data.length > 0 && (
        <ul className={`card ${styles.rows}`}>
          {data.map((row) => (
            <Row key={row.id} row={row} isOnline={isOnline} onDecide={(approve) => setDeciding({ row, approve })} />
          ))}
        </ul>
      )}
      {isAsking && <NewCorrection onClose={() => setAsking(false)} />}
      {deciding && <Decide {...deciding} onClose={() => setDeciding(null)} />}
    </section>
  );
}

type RowProps = { row: DeskCorrection; isOnline: boolean; onDecide: (approve: boolean) => void };
function Row({ row, isOnline, onDecide }: RowProps) {
  const { state, amount, account_type: type } = row;
  return (
    <li className={styles.row}>
      <p className={styles.line}>
        <Link href={`/desk/users/${row.user_id}`} className="link">
          {row.name}
        </Link>
        <b className="num">
          {amount > 0 ? '+' : ''}
          <Money value={amount} />
        </b>
        <span>{ACCOUNT_NAMES[type as AccountType]}</span>
        <Tag kind={STATES[state].kind}>{STATES[state].text}</Tag>
      </p>
      <p>{row.reason}</p>
      <p className="small soft">
        {numberWords(row.id)}, {row.asked_by}, {momentWords(row.asked_at)}
      </p>
      {row.decided_at !== null && (
        <p className="small soft">
          {row.decided_by}, {momentWords(row.decided_at)}: {row.decision}
        </p>
      )}
      {row.can_decide && (
        <p className={styles.line}>
          <Button kind="leaf" aria-disabled={!isOnline || undefined} onClick={() => isOnline && onDecide(true)}>
            Провести
          </Button>
          <Button kind="line" aria-disabled={!isOnline || undefined} onClick={() => isOnline && onDecide(false)}>
            Отклонить
          </Button>
        </p>
      )}
      {state === 'waiting' && !row.can_decide && <p className="small soft">Решает другой сотрудник.</p>}
    </li>
  );
}

function Decide({ row, approve, onClose }: { row: DeskCorrection; approve: boolean; onClose: () => void }) {
  const decide = useDecideCorrection();
  return (
    <ReasonSheet
      title={approve ? `Провести исправление ${numberWords(row.id)}` : `Отклонить исправление ${numberWords(row.id)}`}
      word={approve ? 'Провести' : 'Отклонить'}
      done={approve ? 'Исправление проведено' : 'Исправление отклонено'}
      label="Что вы проверили"
      hint="Останется в журнале рядом с вашим именем."
      send={(reason, onDoubt) => decide({ id: row.id, approve, reason }, onDoubt)}
      onClose={onClose}
    >
      {() => (
        <p>
          {row.name}, {ACCOUNT_NAMES[row.account_type as AccountType]}: <Money value={row.amount} />. {row.reason}
        </p>
      )}
    </ReasonSheet>
  );
}
