import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatPhone } from '#contract/phones.ts';
import type { Profile } from '#contract/profile.ts';
import { type CodeSlot, ContactForm } from '#src/features/profile/ContactForm.tsx';
import { BirthdayForm, CityForm, NameForm } from '#src/features/profile/LineForms.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Profile.module.css';

/** Which line is open in its form stands in the address: `?edit=phone`. */
export type Edited = 'name' | 'phone' | 'email' | 'birthday' | 'city' | 'password' | null;
type Props = {
  profile: Profile;
  edited: Edited;
  /** Not of a blocked account. */
  canEdit: boolean;
  /** An account whose registration waits for its code: its addresses are confirmed there. */
  isUnconfirmed: boolean;
  code: CodeSlot;
  onEdit: (line: Exclude<Edited, null>) => void;
  onClose: () => void;
};

const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const date = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' });
const dateOf = (iso: string): string => date.format(new Date(iso)).replace(/\s?г\.$/, '');

export function ContactsCard({ profile, edited, canEdit, isUnconfirmed, code, onEdit, onClose }: Props) {
  const { email, phone, birthday, city } = profile;
  const edit = (line: Exclude<Edited, null>, name: string) =>
    canEdit ? <IconButton icon="edit" size={20} label={`Изменить: ${name}`} onClick={() => onEdit(line)} /> : null;
  const contact = (type: 'phone' | 'email', name: string) => {
    const { value, confirmed, confirmed_at: at } = profile[type];
    if (edited === type && !isUnconfirmed)
      return <ContactForm key={type} type={type} profile={profile} code={code} onClose={onClose} />;
    const shown = value && (type === 'phone' ? formatPhone(value) : value);
    return (
      <Line
        name={name}
        value={shown ?? 'не указан' + (type === 'email' ? 'а' : '')}
        sub={
          value === null
            ? null
            : confirmed
              ? at && <Confirmed at={at} />
              : 'ещё не подтвержд' + (type === 'email' ? 'ена' : 'ён')
        }
        edit={isUnconfirmed ? null : edit(type, name)}
      >
        {canEdit && !isUnconfirmed && profile.waiting?.type === type && (
          <button type="button" className={`link ${styles.plain}`} onClick={() => onEdit(type)}>
            Ввести код: {profile.waiting.target}
          </button>
        )}
      </Line>
    );
  };
  return (
    <section id="contacts" className={`card ${styles.card}`} aria-labelledby="contacts-title">
      <h2 id="contacts-title">Контакты</h2>
      <ul className={styles.rows}>
        <li>
          {edited === 'name' ? (
            <NameForm profile={profile} onClose={onClose} />
          ) : (
            <Line
              name={profile.is_company ? 'Контактное лицо' : 'Имя'}
              value={`${profile.first_name} ${profile.last_name}`.trim() || profile.name}
              edit={edit('name', 'имя')}
            />
          )}
        </li>
        <li>{contact('phone', 'Телефон')}</li>
        <li>{contact('email', 'Эл. почта')}</li>
        {isUnconfirmed && (phone.value ?? email.value) && (
          <li className={styles.row}>
            <Link href="/register" className="link">
              Подтвердить адрес кодом
            </Link>
          </li>
        )}
        <li>
          {edited === 'birthday' ? (
            <BirthdayForm profile={profile} onClose={onClose} />
          ) : (
            <Line
              name="День рождения"
              value={birthday === null ? 'не указан' : day.format(new Date(birthday))}
              sub={birthday === null ? null : 'год виден только вам'}
              edit={edit('birthday', 'день рождения')}
            />
          )}
        </li>
        <li>
          {edited === 'city' ? (
            <CityForm profile={profile} onClose={onClose} />
          ) : (
            <Line name="Город" value={city?.name ?? 'не указан'} edit={edit('city', 'город')} />
          )}
        </li>
      </ul>
    </section>
  );
}

const Confirmed = ({ at }: { at: string }) => (
  <>
    <Icon name="check" size={16} className={styles.check} /> подтверждено {dateOf(at)}
  </>
);

type LineProps = { name: string; value: string; sub?: ReactNode; edit: ReactNode; children?: ReactNode };
/** Name …… value, what is to be said of it, and the pencil. */
export function Line({ name, value, sub, edit, children }: LineProps) {
  return (
    <div className={styles.row}>
      <div className={styles.facts}>
        <Lead name={name} value={value} wraps />
        {sub && <p className={`small soft ${styles.sub}`}>{sub}</p>}
        {children && <p className={styles.sub}>{children}</p>}
      </div>
      {edit}
    </div>
  );
}
