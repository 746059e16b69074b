import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { HELLO_BONUS } from '#contract/hello-bonus.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { readTypedAtom } from '#src/features/checkout/typed.ts';
import { useInvitation } from '#src/features/session/invitation.ts';
import { NotThem } from '#src/features/session/ConsultantField.tsx';
import { ConfirmAddress } from '#src/features/session/ConfirmAddress.tsx';
import { RegisterForm } from '#src/features/session/RegisterForm.tsx';
import { isWaitingAtom } from '#src/features/session/registration.atoms.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { safeReturn } from '#src/features/session/login-form.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { sponsorAtom } from '#src/features/sponsor/sponsor.atoms.ts';
import { SponsorCard } from '#src/features/sponsor/SponsorCard.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import styles from './Register.module.css';

/** A guest makes an account; an account that waits for its code goes on with it; whoever has one is led on. */
export function Register() {
  const { known, user } = useAtomValue(sessionAtom);
  const isWaiting = useAtomValue(isWaitingAtom);
  const sponsor = useAtomValue(sponsorAtom);
  const [isRefused, setRefused] = useState(false);
  const form = useRef<HTMLElement>(null);
  // The field for another number takes the place of the button that was pressed.
  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLInputElement>('[name=sponsor_number]')?.focus();
  }, [isRefused]);
  const invitedBy = sponsor && !sponsor.is_house && !isRefused ? Number(sponsor.cons_id) : null;
  const readTyped = useSetAtom(readTypedAtom);
  const search = useSearch();
  const target = safeReturn(search);
  // A link whose consultant is being asked for: the field for a number must not come and go.
  const isAsking = sponsor === null && new URLSearchParams(search).has('sponsorId');
  const invited = useInvitation(known && user.isGuest);
  // An invitation names its sponsor itself.
  const isFree = invited.state !== 'found';
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
        {!isRefused && <SponsorCard end={isFree && <NotThem onClick={() => setRefused(true)} />} />}
        <section className={`card ${styles.perks}`}>
          <h2>Что даёт кабинет</h2>
          <ul>
            <li>
              Приветственный бонус <b className="num">{formatMoney(HELLO_BONUS.amountKop)}</b> за первый заказ от&nbsp;
              <span className="num">{formatMoney(HELLO_BONUS.requiredKop)}</span> в&nbsp;первые{' '}
              <span className="num">{HELLO_BONUS.withinDays}</span> дней
            </li>
            <li>Заказы, чеки и возвраты в одном месте</li>
            <li>Адрес и получатель уже вписаны</li>
            <li>Бесплатные курсы</li>
          </ul>
        </section>
      </aside>
      <section ref={form} className={`card ${styles.form}`} aria-label="Анкета">
        <RegisterForm
          invitedBy={invitedBy}
          asksNumber={!isAsking && invitedBy === null && isFree}
          {...(isRefused ? { otherwise: HOUSE_CONS_ID } : {})}
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
