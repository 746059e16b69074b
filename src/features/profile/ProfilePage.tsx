import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Profile } from '#contract/profile.ts';
import type { CodeSlot } from '#src/features/profile/ContactForm.tsx';
import { ContactsCard, type Edited, Line } from '#src/features/profile/ContactsCard.tsx';
import { DevicesCard } from '#src/features/profile/DevicesCard.tsx';
import { PasswordForm } from '#src/features/profile/PasswordForm.tsx';
import { loadProfileAtom, profileAtom } from '#src/features/profile/profile.atoms.ts';
import { ContactsSwitch, MailingSwitch } from '#src/features/profile/SwitchesCard.tsx';
import { WhoCard } from '#src/features/profile/WhoCard.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Profile.module.css';

const HERE = '/user/profile';
/** A section of another feature: the screen gives it, and its chip at the top leads to its `id`. */
export type ProfileSection = { id: string; title: string; part: ReactNode };
type Props = { code: CodeSlot; more: readonly ProfileSection[] };

/** /user/profile «Профиль». Which line is open in its form stands in the address: `?edit=phone`. */
export function ProfilePage({ code, more }: Props) {
  const shown = useAtomValue(profileAtom);
  const load = useSetAtom(loadProfileAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void load(), [load, uid, returns]);
  const profile = shown.data?.profile;
  const sections = [
    { id: 'contacts', title: 'Контакты' },
    { id: 'devices', title: 'Устройства' },
    { id: 'mailing', title: 'Рассылка' },
    ...more,
  ];
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 ref={heading} tabIndex={-1}>
        Профиль
      </h1>
      <Copy isOnline={isOnline} />
      {profile ? (
        <>
          <nav className={styles.jump} aria-label="Разделы профиля">
            {sections.map(({ id, title }) => (
              <a key={id} href={`#${id}`} className={styles.chip}>
                {title}
              </a>
            ))}
          </nav>
          <Cards profile={profile} code={code} more={more} onClosed={() => heading.current?.focus()} />
        </>
      ) : (
        <Missing onRetry={() => void load()} />
      )}
    </div>
  );
}

type CardsProps = Props & { profile: Profile; onClosed: () => void };
function Cards({ profile, code, more, onClosed }: CardsProps) {
  const { user } = useAtomValue(sessionAtom);
  const [, go] = useLocation();
  const edited = new URLSearchParams(useSearch()).get('edit') as Edited;
  const canEdit = !user.readonly;
  const open = (line: Exclude<Edited, null>) => go(`${HERE}?edit=${line}`, { replace: edited !== null });
  const close = () => {
    go(HERE, { replace: true });
    onClosed();
  };
  const password = (
    <Password profile={profile} isOpen={edited === 'password'} onEdit={() => open('password')} onClose={close} />
  );
  return (
    <div className={styles.cards}>
      {user.readonly && (
        <Note icon="lock" className={styles.both}>
          Аккаунт только для просмотра: изменить можно только пароль и устройства.
        </Note>
      )}
      <WhoCard profile={profile} canEdit={canEdit} />
      <div className={styles.column}>
        <ContactsCard
          profile={profile}
          edited={canEdit ? edited : null}
          canEdit={canEdit}
          isUnconfirmed={user.role === 'user'}
          code={code}
          onEdit={open}
          onClose={close}
        />
        <DevicesCard password={password} />
      </div>
      <div className={styles.column}>
        <ContactsSwitch profile={profile} canEdit={canEdit} />
        <MailingSwitch profile={profile} canEdit={canEdit} />
        {more.map(({ id, part }) => (
          <div key={id} id={id} className={styles.section}>
            {part}
          </div>
        ))}
      </div>
    </div>
  );
}

const date = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' });
type PasswordProps = { profile: Profile; isOpen: boolean; onEdit: () => void; onClose: () => void };
function Password({ profile, isOpen, onEdit, onClose }: PasswordProps) {
  if (isOpen) return <PasswordForm onClose={onClose} />;
  const { password_changed_at: at } = profile;
  return (
    <Line
      name="Пароль"
      value={at === null ? 'задан' : `изменён ${date.format(new Date(at))}`}
      edit={<IconButton icon="edit" size={20} label="Изменить пароль" onClick={onEdit} />}
    />
  );
}

/** Of when the copy is. */
function Copy({ isOnline }: { isOnline: boolean }) {
  const { at, isCopy, isStale, isAsking, failure } = useAtomValue(profileAtom);
  if (!isCopy || at === null || (isAsking && !isStale)) return null;
  return (
    <p className={`small soft ${styles.copy}`}>
      <Icon name={failure || !isOnline ? 'offline' : 'clock'} size={18} />
      <span>
        Профиль с этого устройства, <AsOf at={at} className="" />. {isStale && 'Последнее изменение могло не войти. '}
        {!isOnline && 'Менять его можно с интернетом.'}
      </span>
    </p>
  );
}

function Missing({ onRetry }: { onRetry: () => void }) {
  const { failure, isAsking } = useAtomValue(profileAtom);
  if (!failure || isAsking)
    return (
      <div className={styles.cards} aria-busy="true">
        <Skeleton className={styles.both} height={128} radius={12} />
        <Skeleton height={360} radius={12} />
        <Skeleton height={360} radius={12} />
      </div>
    );
  return (
    <EmptyState
      drawing="offline"
      title="Профиль не загрузился"
      text={failureText(failure)}
      action={
        <Button kind="line" onClick={onRetry}>
          Повторить
        </Button>
      }
    />
  );
}

/** A section that has a screen of its own. */
export function SectionLink({ href, title, text }: { href: string; title: string; text: string }) {
  return (
    <Link href={href} className={`card ${styles.linked}`}>
      <span>
        <b>{title}</b>
        <span className="small soft">{text}</span>
      </span>
      <Icon name="right" size={20} />
    </Link>
  );
}
