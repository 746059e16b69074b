import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import type { SentCode } from '#contract/registration.ts';
import { CodeForm } from '#src/features/session/CodeForm.tsx';
import { askLoginCodeAtom } from '#src/features/session/registration.atoms.ts';
import { readLoginDraft, writeLoginDraft } from '#src/features/session/login-draft.ts';
import { loginAtom } from '#src/features/session/session.atoms.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

/** Without a password: a code to the account's own address. Success needs no callback, as with a password. */
export function LoginByCode() {
  const { isOnline } = useAtomValue(networkAtom);
  const ask = useSetAtom(askLoginCodeAtom);
  const logIn = useSetAtom(loginAtom);
  const [asked, setAsked] = useState<{ login: string; sent: SentCode } | null>(null);
  const form = useForm({
    initial: { login: readLoginDraft() },
    judge: ({ login }) => (login.trim() === '' ? { login: ['Заполните поле'] } : null),
    send: async ({ login }) => {
      try {
        writeLoginDraft(login);
        setAsked({ login, sent: await ask(login) });
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      }
    },
  });
  if (asked)
    return (
      <CodeForm
        sent={asked.sent}
        submit="Войти"
        onResend={async () => setAsked({ login: asked.login, sent: await ask(asked.login) })}
        onCode={async (code) => {
          await logIn({ login: asked.login, code });
          writeLoginDraft('');
        }}
      />
    );
  return (
    <Form form={form} name="login-code">
      <FormText
        name="login"
        label="Телефон или e-mail"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
      />
      <SubmitButton busy="Отправляем код…" reason={isOnline ? null : 'Нужен интернет: код присылает магазин.'}>
        Получить код
      </SubmitButton>
    </Form>
  );
}
