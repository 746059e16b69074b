import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { LoginByCode } from '#src/features/session/LoginByCode.tsx';
import { LoginForm } from '#src/features/session/LoginForm.tsx';
import { isSessionExpiredAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { safeReturn } from '#src/features/session/login-form.rules.ts';
import { sealedCountAtom } from '#src/features/sync/sealed.atoms.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Login.module.css';

export function Login() {
  const { known, user } = useAtomValue(sessionAtom);
  // Shown on the page where the session ended and on later ones: a sealed queue waits for its owner.
  const isSealed = useAtomValue(sealedCountAtom) > 0;
  const isExpired = useAtomValue(isSessionExpiredAtom) || isSealed;
  const [, navigate] = useLocation();
  const target = safeReturn(useSearch());
  const [isByCode, setByCode] = useState(false);
  const isIn = known && !user.isGuest;
  useEffect(() => {
    if (isIn) navigate(target, { replace: true });
  }, [isIn, target, navigate]);

  return (
    <div className={`wrap ${styles.page}`}>
      <section className={`card ${styles.card}`} aria-labelledby="login-title">
        <Icon name="mark" size={36} className={styles.mark} />
        <h1 id="login-title" tabIndex={-1}>
          Вход
        </h1>
        <p className={`soft ${styles.lead}`}>
          {target.startsWith('/user/education') && 'Обучение открыто клиентам и консультантам, которые вошли. '}
          Избранное и корзина с этого устройства останутся с вами.
        </p>
        {isExpired && (
          <Note kind="seed" icon="clock" className={styles.note}>
            Сессия закончилась. Войдите снова: сохранённое на этом устройстве вас ждёт.
          </Note>
        )}
        {isByCode ? <LoginByCode /> : <LoginForm />}
        <p className={styles.more}>
          <button type="button" className="link hit" onClick={() => setByCode(!isByCode)}>
            {isByCode ? 'Войти по паролю' : 'Войти по коду'}
          </button>
          <Link href="/password/reset" className="link hit">
            Забыли пароль?
          </Link>
        </p>
        <Link
          href={`/register?return=${encodeURIComponent(target)}`}
          className={buttonClass('line', { size: 'lg', wide: true })}
        >
          Зарегистрироваться
        </Link>
        <p className={`small soft ${styles.unfinished}`}>
          Регистрировались, но не ввели код? Заполните анкету ещё раз с теми же данными: пришлём новый код.
        </p>
      </section>
    </div>
  );
}
