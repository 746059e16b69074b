import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { formatPhone } from '#contract/phones.ts';
import type { Profile } from '#contract/profile.ts';
import { missingFor } from '#src/features/profile/become.rules.ts';
import { BecomeForm } from '#src/features/profile/BecomeForm.tsx';
import { ClosedNote } from '#src/features/profile/ClosedNote.tsx';
import { loadProfileAtom, profileAtom } from '#src/features/profile/profile.atoms.ts';
import { Waited } from '#src/features/profile/Waited.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Become.module.css';

/** /user/become «Стать консультантом»: the agreement of a client (docs/product/people.md#consultant). */
export function BecomePage() {
  const { user, uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const load = useSetAtom(loadProfileAtom);
  const isClient = user.role === 'client' && !user.readonly;
  useEffect(() => {
    if (isClient) void load();
  }, [load, uid, isClient, returns]);
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>Стать консультантом</h1>
        <p className="soft">Цены для консультантов и свой номер — сразу. Заказы, корзина и избранное остаются.</p>
      </header>
      {isClient ? (
        <Client />
      ) : (
        <ClosedNote of="consultant">
          {user.isCons && (
            <Link href="/user" className="link">
              В кабинет
            </Link>
          )}
        </ClosedNote>
      )}
    </div>
  );
}

function Client() {
  const { data, failure, isAsking } = useAtomValue(profileAtom);
  const load = useSetAtom(loadProfileAtom);
  if (!data) return <Waited title="Анкета не загрузилась" failure={isAsking ? null : failure} onRetry={load} />;
  const { profile } = data;
  return (
    <div className={styles.parts}>
      <Known profile={profile} />
      <section className={`card ${styles.card}`} aria-labelledby="agreement-title">
        <h2 id="agreement-title">Договор</h2>
        {/* What the shop knows comes into the fields; what was typed stays in the draft. */}
        <BecomeForm key={`${profile.birthday} ${profile.middle_name}`} profile={profile} />
      </section>
    </div>
  );
}

/** What the account has of what a consultant needs, and by whom they have come. */
function Known({ profile }: { profile: Profile }) {
  const { sponsor } = useAtomValue(sessionAtom);
  const missing = missingFor(profile);
  const { phone, email } = profile;
  return (
    <section className={`card ${styles.card}`} aria-labelledby="known-title">
      <h2 id="known-title">{missing.length === 0 ? 'Всё для договора есть' : 'Чего не хватает'}</h2>
      <ul className={styles.facts}>
        {phone.confirmed && <Fact name="Телефон" value={formatPhone(phone.value ?? '')} />}
        {email.confirmed && <Fact name="Эл. почта" value={email.value ?? ''} />}
        {missing.map(({ type, text, link }) => (
          <li key={type} className={styles.fact}>
            <span>{text}</span>
            <Link href={`/user/profile?edit=${type}`} className="link">
              {link}
            </Link>
          </li>
        ))}
      </ul>
      <p className="small soft">
        {sponsor && !sponsor.is_house ? (
          <>
            Ваш консультант станет наставником: <b>{sponsor.name}</b>, <span className="num">{sponsor.cons_id}</span>.
          </>
        ) : (
          'Наставника у\u00a0вас нет: на\u00a0вопросы отвечает компания.'
        )}
      </p>
    </section>
  );
}
const Fact = ({ name, value }: { name: string; value: string }) => (
  <li className={styles.fact}>
    <Lead name={name} value={value} wraps />
    <Icon name="check" size={16} className={styles.check} />
  </li>
);
