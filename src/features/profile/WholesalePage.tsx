import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { WholesaleApplication } from '#contract/consultants.ts';
import { formatPhone } from '#contract/phones.ts';
import { ClosedNote } from '#src/features/profile/ClosedNote.tsx';
import { Waited } from '#src/features/profile/Waited.tsx';
import { applicationAtom, loadApplicationAtom } from '#src/features/profile/wholesale.atoms.ts';
import { WholesaleForm } from '#src/features/profile/WholesaleForm.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Become.module.css';

/** /optovik/apply «Опт»: an application, and what the desk has said to it (docs/product/people.md#wholesale). */
export function WholesalePage() {
  const { user, uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const load = useSetAtom(loadApplicationAtom);
  const isClient = user.role === 'client' && !user.readonly;
  useEffect(() => {
    if (isClient) void load();
  }, [load, uid, isClient, returns]);
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>Опт</h1>
        <p className="soft">Для магазинов и организаций. Пока заявка не одобрена, корзина и цены остаются прежними.</p>
      </header>
      {isClient ? (
        <Client />
      ) : (
        <ClosedNote of="wholesale">
          {user.isOptovik && (
            <Link href="/optovik/cart" className="link">
              Оптовая корзина
            </Link>
          )}
        </ClosedNote>
      )}
    </div>
  );
}

function Client() {
  const { application, failure } = useAtomValue(applicationAtom);
  const load = useSetAtom(loadApplicationAtom);
  if (application === undefined) return <Waited title="Заявка не загрузилась" failure={failure} onRetry={load} />;
  if (application?.state === 'waiting')
    return (
      <Sent application={application} title="Заявка ждёт решения">
        <p className="soft">Ответим в течение рабочего дня и напишем вам. Вторая заявка не нужна.</p>
      </Sent>
    );
  if (application?.state === 'approved')
    return (
      <Sent application={application} title="Заявка одобрена">
        <p>
          Оптовые цены и корзина открыты.{' '}
          <Link href="/katalog" className="link">
            В каталог
          </Link>
        </p>
      </Sent>
    );
  return (
    <div className={styles.parts}>
      {application && (
        <Note kind="error" icon="alert">
          <b>Заявка отклонена.</b> {application.reason} Поправьте и{'\u00a0'}отправьте ещё раз.
        </Note>
      )}
      <section className={`card ${styles.card}`} aria-labelledby="apply-title">
        <h2 id="apply-title">{application ? 'Новая заявка' : 'Заявка'}</h2>
        <WholesaleForm key={application?.id ?? 0} refused={application} />
      </section>
    </div>
  );
}

type SentProps = { application: WholesaleApplication; title: string; children: ReactNode };
/** What was applied for, as the desk has it. */
function Sent({ application, title, children }: SentProps) {
  const { company, inn, phone, comment } = application;
  const facts = [['Компания', company], ['ИНН', inn], ['Телефон', formatPhone(phone)], ['Комментарий', comment]] as const; // prettier-ignore
  return (
    <section className={`card ${styles.card}`} aria-labelledby="sent-title">
      <h2 id="sent-title">{title}</h2>
      {children}
      <ul className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== '' && (
              <li key={name} className={styles.fact}>
                <Lead name={name} value={value} wraps />
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
