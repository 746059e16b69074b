import { useAtomValue, useSetAtom } from 'jotai';
import { readLoginDraft, writeLoginDraft } from '#src/features/session/login-draft.ts';
import { judgeLogin, loginFaults } from '#src/features/session/login-form.rules.ts';
import { PasswordInput } from '#src/ui/form/PasswordInput.tsx';
import { loginAtom } from '#src/features/session/session.atoms.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormField, FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import type { Keep } from '#src/ui/form/form.types.ts';
import { useForm } from '#src/ui/form/use-form.ts';

/** In this tab only, for nobody has logged in yet; it is read before the first drawing. */
const KEEP: Keep = {
  read: async () => undefined,
  write: async ({ login }) => writeLoginDraft(String(login)),
  forget: async () => writeLoginDraft(''),
};

/** Success needs no callback: the session changes and the screen leads on. */
export function LoginForm() {
  const logIn = useSetAtom(loginAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const form = useForm({
    initial: { login: readLoginDraft(), password: '' },
    keep: KEEP,
    unkept: ['password'],
    judge: judgeLogin,
    send: async (typed) => {
      // Forgotten before the answer: the screen may be left the moment the session changes.
      writeLoginDraft('');
      try {
        await logIn(typed);
        return { kind: 'done' };
      } catch (error) {
        writeLoginDraft(typed.login);
        const failure = failureOf(error);
        const faults = loginFaults(failure);
        return faults ? { kind: 'fields', errors: faults } : formFailure(failure);
      }
    },
  });
  return (
    <Form form={form}>
      <FormText
        name="login"
        label="Телефон или e-mail"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
      />
      <FormField name="password" label="Пароль">
        {(value, set) => (
          <PasswordInput
            name="password"
            value={value}
            autoComplete="current-password"
            maxLength={200}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </FormField>
      <SubmitButton
        busy="Войти"
        reason={isOnline ? null : 'Нужен интернет: вход проверяет магазин. Каталог открыт и без связи.'}
      >
        Войти
      </SubmitButton>
    </Form>
  );
}
