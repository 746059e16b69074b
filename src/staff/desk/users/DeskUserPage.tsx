import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { DeskPerson } from '#contract/desk-users.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { JournalList } from '#src/staff/desk/audit/JournalList.tsx';
import { deskPersonAtom, loadDeskPersonAtom } from '#src/staff/desk/users/desk-users.atoms.ts';
import { dayInMoscow, roleWords, STATE_WORDS } from '#src/staff/desk/users/desk-users.words.ts';
import { PersonActs } from '#src/staff/desk/users/PersonActs.tsx';
import { RightsForm } from '#src/staff/desk/users/RightsForm.tsx';
import { MissingCard } from '#src/staff/MissingCard.tsx';
import { Note } from '#src/ui/Note.tsx';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskUser.module.css';
import { numberWords } from '#src/ui/format.ts';

/** /desk/users/:id: who it is, what they may, what was decided about them. */
export function DeskUserPage({ id }: { id: number }) {
  const { key, data, failure } = useAtomValue(deskPersonAtom);
  const load = useSetAtom(loadDeskPersonAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load(id);
  }, [load, uid, returns, id]);
  const isMine = key === `${uid} ${id}`;
  usePageTitle(isMine && data ? data.person.name : 'Человек');
  if (isMine && !data && failure)
    return (
      <div className={`wrap ${styles.page}`}>
        <MissingCard
          failure={failure}
          title="Карточка не загрузилась"
          check="Проверьте номер кабинета."
          onRetry={() => load(id)}
        />
      </div>
    );
  if (!isMine || !data) return <Waiting />;
  const off = !isOnline;
  return (
    <div className={`wrap ${styles.page}`}>
      <Head card={data} />
      {failure && (
        <Note kind="plain" icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          {failureText(failure)} Ниже — то, что пришло раньше.
        </Note>
      )}
      {data.closed !== null && (
        <Note kind="seed" icon="alert">
          {data.closed}.{' '}
          {data.person.merged_into && (
            <Link href={`/desk/users/${data.person.merged_into.id}`} className="link">
              {data.person.merged_into.name}
            </Link>
          )}
        </Note>
      )}
      {off && (
        <p id="user-offline" className="small soft">
          Решения о людях не откладываются. Кнопки откроются, когда будет сеть.
        </p>
      )}
      <div className={styles.columns}>
        <RightsForm key={data.person.version} card={data} off={off} />
        <div className={styles.column}>
          <PersonActs card={data} off={off} />
          <section className={`card ${styles.box}`} aria-labelledby="user-journal">
            <h2 id="user-journal">История</h2>
            {data.journal.length === 0 ? (
              <p className="soft">Хозяйство ещё ничего не решало об этом человеке.</p>
            ) : (
              <JournalList lines={data.journal} />
            )}
          </section>
        </div>
      </div>
    </div>
  );
}

function Head({ card: { person, orders, people } }: { card: DeskPerson }) {
  const state = STATE_WORDS[person.state];
  const facts = [
    roleWords(person),
    person.cons_id && `рег. номер ${person.cons_id}`,
    `кабинет ${numberWords(person.id)}`,
    person.city,
    `с ${dayInMoscow(person.registered_at)} ${new Date(person.registered_at).getFullYear()} г.`,
    `заказов: ${orders}`,
    people > 0 && `в первой линии: ${people}`,
  ].filter(Boolean);
  return (
    <DeskHead title={person.name} back={{ href: '/desk/users', words: 'Люди и права' }}>
      <Tag kind={state.kind}>{state.text}</Tag>
      <p className={`soft ${styles.facts}`}>{facts.join(', ')}</p>
    </DeskHead>
  );
}

const Waiting = () => (
  <div className={`wrap ${styles.page}`} aria-busy="true">
    <Skeleton width={240} height={32} />
    <Skeleton height={240} radius={12} />
    <Skeleton height={160} radius={12} />
  </div>
);
