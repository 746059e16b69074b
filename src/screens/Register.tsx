import { useAtomValue, useSetAtom } from 'jotai';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { readTypedAtom } from '#src/features/checkout/typed.ts';
import { useInvitation } from '#src/features/session/invitation.ts';
import { ConfirmAddress } from '#src/features/session/ConfirmAddress.tsx';
import { RegisterForm } from '#src/features/session/RegisterForm.tsx';
import { isWaitingAtom } from '#src/features/session/registration.atoms.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { safeReturn } from '#src/features/session/login-form.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { sponsorAtom } from '#src/features/sponsor/sponsor.atoms.ts';
import { SponsorCard } from '#src/features/sponsor/SponsorCard.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Register.module.css';

/** A guest makes an account; an account that waits for its code goes on with it; whoever has one is led on. */
export function Register() {
  const { known, user } = useAtomValue(sessionAtom);
  const isWaiting = useAtomValue(isWaitingAtom);
  const sponsor = useAtomValue(sponsorAtom);
  const invitedBy = sponsor && !sponsor.is_house ? Number(sponsor.cons_id) : null;
  const readTyped = useSetAtom(readTypedAtom);
  const search = useSearch();
  const target = safeReturn(search);
  // A link whose consultant is being asked for: the field for a number must not come and go.
  const isAsking = sponsor === null && new URLSearchParams(search).has('sponsorId');
  const invited = useInvitation(known && user.isGuest);
  if (!known || invited.state === 'asking') return null;
  if (isWaiting) return <Confirm target={target} />;
  if (!user.isGuest) return <Redirect to={target} replace />;
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>Регистрация</h1>
        <p className="soft">
          {invited.state === 'found'
            ? `${invited.invitation.known.first_name}, вас приглашает ${invited.invitation.sponsor}. Проверьте имя и\u00a0телефон, придумайте пароль.`
            : 'Корзина и избранное с этого устройства останутся с вами.'}
        </p>
      </header>
      {invited.state === 'failed' && <Note kind="seed">{invited.text}</Note>}
      <aside className={styles.side}>
        <SponsorCard />
        <section className={`card ${styles.perks}`}>
          <h2>Что даёт кабинет</h2>
          <ul>
            <li>Заказы, чеки и возвраты в одном месте</li>
            <li>Адрес и получатель уже вписаны</li>
            <li>Бесплатные курсы</li>
          </ul>
        </section>
      </aside>
      <section className={`card ${styles.form}`} aria-label="Анкета">
        <RegisterForm
          invitedBy={invitedBy}
          asksNumber={!isAsking && invitedBy === null && invited.state !== 'found'}
          invitation={invited.state === 'found' ? invited.invitation : null}
          {...(invited.state === 'found' ? {} : { known: readTyped })}
        />
        <p className={`small soft ${styles.end}`}>
          Нажимая на кнопку «Получить код», я соглашаюсь с{' '}
          <Link href="/kompaniya/privacy-policy" className="link" target="_blank">
            политикой защиты персональных данных
          </Link>
        </p>
        <p className={styles.end}>
          <Link href={`/login?return=${encodeURIComponent(target)}`} className="link hit">
            Уже есть кабинет? Войти
          </Link>
        </p>
      </section>
    </div>
  );
}

function Confirm({ target }: { target: string }) {
  const toast = useSetAtom(showToastAtom);
  const [, go] = useLocation();
  return (
    <div className={`wrap ${styles.narrow}`}>
      <section className={`card ${styles.form}`} aria-labelledby="confirm-title">
        <h1 id="confirm-title" tabIndex={-1}>
          Подтвердите адрес
        </h1>
        <p className="soft">Кабинет уже есть, корзина на месте. С кодом из сообщения откроются заказы.</p>
        <ConfirmAddress
          onDone={() => {
            toast({ text: 'Готово: кабинет открыт' });
            go(target, { replace: true });
          }}
        />
      </section>
    </div>
  );
}
