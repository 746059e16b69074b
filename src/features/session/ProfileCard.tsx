import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { formatPhone } from '#contract/phones.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Since } from '#src/ui/Since.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './ProfileCard.module.css';

/** What the shop knows about the person; a fact that is missing takes no line. */
export function ProfileCard({ className }: { className?: string }) {
  const { user, asOf, isFresh } = useAtomValue(sessionAtom);
  const facts: [string, string | null][] = [
    ['Статус', user.isOptovik ? 'Оптовый покупатель' : (user.status?.name ?? null)],
    ['Регистрационный номер', user.cons_id],
    ['Телефон', user.phone && formatPhone(user.phone)],
    ['E-mail', user.email],
    ['Город', user.city?.name ?? null],
  ];
  return (
    <section className={`card ${styles.card} ${className ?? ''}`} aria-labelledby="profile-title">
      <div className={styles.head}>
        <span className={styles.who}>
          <Avatar name={user.name} photo={user.photo} />
          <h2 id="profile-title">Профиль</h2>
        </span>
        {user.isPunktVydachi && <Tag icon="pin">Центр обслуживания</Tag>}
        {!isFresh && asOf && <Since at={asOf} />}
      </div>
      <ul className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <li key={name}>
                <Lead name={name} value={value} wraps />
              </li>
            ),
        )}
      </ul>
      <Link href="/user/profile" className={`link ${styles.way}`}>
        Контакты, пароль и устройства
      </Link>
      {user.readonly && (
        <Note kind="seed" icon="lock">
          Кабинет открыт только для просмотра: корзину менять нельзя.
        </Note>
      )}
    </section>
  );
}
