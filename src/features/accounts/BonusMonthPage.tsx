import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { isPeriod } from '#contract/plan/periods.ts';
import { bonusMonthAtom, type BonusMonth, loadBonusMonthAtom } from '#src/features/accounts/accounts.atoms.ts';
import { changeWords, dayOf, monthTitle } from '#src/features/accounts/accounts.words.ts';
import { missingWords, stateWords } from '#src/features/accounts/bonus.words.ts';
import { DisputeSheet } from '#src/features/accounts/DisputeSheet.tsx';
import { SourceList } from '#src/features/accounts/SourceList.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { Money } from '#src/terms/Money.tsx';
import { Points } from '#src/terms/Points.tsx';
import { AsOf } from '#src/ui/AsOf.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Account.module.css';

/** /user/account/:period «Откуда эта сумма»: whose volume, which percent, who was passed over, down to the orders. */
export function BonusMonthPage({ period }: { period: number }) {
  const { data, at, isCopy, failure } = useAtomValue(bonusMonthAtom)(period);
  const load = useSetAtom(loadBonusMonthAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    if (known) void load(period);
  }, [load, uid, known, returns, period]);
  const title = isPeriod(period) ? monthTitle(period) : 'Такого месяца нет';
  usePageTitle(`Бонус: ${title}`);
  return (
    <div className={`wrap ${styles.page}`}>
      <Link href="/user/account" className="link small">
        Счета
      </Link>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {isCopy && at && <AsOf at={at} />}
      </div>
      {!data && failure && (
        <EmptyState
          drawing={failure.kind === 'refused' ? 'lost' : 'offline'}
          title={failure.kind === 'refused' ? failure.refusal.message : 'Месяц не загрузился'}
          text={failure.kind === 'refused' ? 'Откройте месяц из списка на странице счетов.' : failureText(failure)}
          action={
            failure.kind === 'refused' ? (
              <Link href="/user/account" className={buttonClass('leaf')}>
                К счетам
              </Link>
            ) : (
              <Button kind="leaf" onClick={() => void load(period)}>
                Повторить
              </Button>
            )
          }
        />
      )}
      {!data && !failure && <Skeleton height={320} />}
      {data && failure && (
        <Note kind="plain" icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          {failureText(failure)} Ниже — то, что пришло раньше.
        </Note>
      )}
      {data && <Month data={data} />}
    </div>
  );
}

function Month({ data }: { data: BonusMonth }) {
  const { month, sources, more, corrections } = data;
  return (
    <>
      <section className={`card ${styles.box}`} aria-label="Итог месяца">
        <p className={`num ${styles.sum}`}>
          <Money value={month.bonus + month.leader} />
        </p>
        <p className="soft">{month.missing ? missingWords(month.missing) : stateWords(month)}</p>
        <div className={styles.facts}>
          <Lead name="ЛО" value={<Points value={month.own} />} />
          <Lead name="ГО" value={<Points value={month.group} />} />
          <Lead name="Статус месяца" value={`${month.status.name}, ${month.status.percent} %`} wraps />
          {month.leader > 0 && <Lead name="Из них бонус лидера" value={<Money value={month.leader} />} />}
          {month.carried_in > 0 && (
            <Lead name="Перенесено с прошлого месяца" value={<Money value={month.carried_in} />} />
          )}
          {month.carried_on > 0 && <Lead name="Ждёт следующего месяца" value={<Money value={month.carried_on} />} />}
          {month.posted && (
            <Lead name={`На КС ${dayOf(month.posted.at)}`} value={<Money value={month.posted.amount} />} strong />
          )}
          {corrections.map(({ at, amount }) => (
            <Lead key={at} name={`Перерасчёт ${dayOf(at)}: возврат после закрытия`} value={changeWords(amount)} wraps />
          ))}
        </div>
      </section>
      {sources.length > 0 && (
        <section className={styles.part} aria-labelledby="sources">
          <h2 id="sources">Откуда эта сумма</h2>
          <SourceList sources={sources} more={more} period={month.period} />
          {sources.length > 1 && (
            <p className="small soft">Доли копеек собраны в последней строке: так сумма сходится.</p>
          )}
        </section>
      )}
      <Dispute data={data} />
    </>
  );
}

function Dispute({ data: { month, dispute } }: { data: BonusMonth }) {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [isSent, setSent] = useState(false);
  const { isOnline } = useAtomValue(networkAtom);
  const waits = isSent || dispute?.state === 'open';
  return (
    <section className={styles.part} aria-label="Вопрос о начислении">
      {dispute && (
        <div className={`card ${styles.box}`}>
          <p className="small soft">Ваш вопрос, {dayOf(dispute.at)}</p>
          <p>{dispute.text}</p>
          {dispute.answer !== null && <p className="small soft">Ответ</p>}
          <p>{dispute.answer ?? 'Ответим в уведомлениях.'}</p>
        </div>
      )}
      {waits ? (
        <p className="soft">Вопрос о месяце у нас. Ответ придёт в уведомления.</p>
      ) : (
        <Button kind="line" aria-disabled={!isOnline || undefined} onClick={() => isOnline && setOpen(true)}>
          {isOnline ? 'Оспорить начисление' : 'Оспорить можно, когда будет сеть'}
        </Button>
      )}
      {isOpen && (
        <DisputeSheet
          period={month.period}
          text={words}
          onText={setWords}
          onSent={() => {
            setSent(true);
            setWords('');
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
