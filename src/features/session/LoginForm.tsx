import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useId, useRef, useState } from 'react';
import { readLoginDraft, writeLoginDraft } from '#src/features/session/login-draft.ts';
import { emptyFields, type LoginErrors, loginErrors } from '#src/features/session/login-form.rules.ts';
import { PasswordInput } from '#src/features/session/PasswordInput.tsx';
import { loginAtom } from '#src/features/session/session.atoms.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './LoginForm.module.css';

/** Success needs no callback: the session changes and the screen leads on. */
export function LoginForm() {
  const logIn = useSetAtom(loginAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const [login, setLogin] = useState(readLoginDraft);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<LoginErrors>({});
  const [isBusy, setBusy] = useState(false);
  const loginRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const reasonId = useId();

  const show = (found: LoginErrors) => {
    setErrors(found);
    if (found.login) loginRef.current?.focus();
    else if (found.password) passwordRef.current?.focus();
  };
  const submit = async () => {
    const empty = emptyFields({ login, password });
    if (empty.login || empty.password) return show(empty);
    setBusy(true);
    setErrors({});
    // Forgotten before the answer: the screen may be left the moment the session changes.
    writeLoginDraft('');
    try {
      await logIn({ login, password });
    } catch (error) {
      writeLoginDraft(login);
      show(loginErrors(failureOf(error)));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && isOnline) void submit();
  };

  return (
    <form noValidate className={styles.form} onSubmit={onSubmit}>
      <Field label="Телефон или e-mail" error={errors.login}>
        <TextInput
          ref={loginRef}
          name="login"
          value={login}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          onChange={({ target }) => {
            setLogin(target.value);
            writeLoginDraft(target.value);
            setErrors(({ login: _cleared, ...rest }) => rest);
          }}
        />
      </Field>
      <Field label="Пароль" error={errors.password}>
        <PasswordInput
          ref={passwordRef}
          name="password"
          value={password}
          autoComplete="current-password"
          maxLength={200}
          onChange={({ target }) => {
            setPassword(target.value);
            setErrors(({ password: _cleared, ...rest }) => rest);
          }}
        />
      </Field>
      <div role="alert">
        {errors.form && (
          <Note kind="error" icon="alert">
            {errors.form}
          </Note>
        )}
      </div>
      <Button
        type="submit"
        kind="leaf"
        size="lg"
        wide
        disabled={!isOnline}
        aria-busy={isBusy || undefined}
        aria-describedby={isOnline ? undefined : reasonId}
      >
        Войти
      </Button>
      {!isOnline && (
        <p id={reasonId} className={`small soft ${styles.reason}`}>
          Нужен интернет: вход проверяет магазин. Каталог открыт и без связи.
        </p>
      )}
    </form>
  );
}
