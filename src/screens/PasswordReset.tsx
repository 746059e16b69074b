import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { PASSWORD, type SentCode } from '#contract/registration.ts';
import { Resend } from '#src/features/session/CodeForm.tsx';
import { readLoginDraft, writeLoginDraft } from '#src/features/session/login-draft.ts';
import { Consents } from '#src/features/session/RegisterForm.tsx';
import { askPasswordCodeAtom, resetPasswordAtom } from '#src/features/session/registration.atoms.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { FormPassword } from '#src/ui/form/FormPassword.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { StepList } from '#src/ui/StepList.tsx';
import styles from './PasswordReset.module.css';

const OFFLINE = 'Нужен интернет: код присылает магазин.';

const STEPS = ['Куда прислать', 'Новый пароль', 'Готово'];

/** «Новый пароль»: first where to, then the code and the password, then what it did. A newcomer gives the consents with it. */
export function PasswordReset() {
  const [asked, setAsked] = useState<{ login: string; sent: SentCode | null } | null>(null);
  const [ended, setEnded] = useState<number | null>(null);
  return (
    <div className={`wrap ${styles.page}`}>
      <section className={`card ${styles.form}`} aria-labelledby="reset-title">
        <StepList steps={STEPS} at={ended !== null ? 2 : asked === null ? 0 : 1} label="Шаги" />
        {ended === null && (
          <h1 id="reset-title" tabIndex={-1}>
            Новый пароль
          </h1>
        )}
        {ended !== null ? (
          <Done ended={ended} />
        ) : asked === null ? (
          <Ask onAsked={(login, sent) => setAsked({ login, sent })} />
        ) : (
          <Set
            key={asked.login}
            {...asked}
            onBack={() => setAsked(null)}
            onSent={(sent) => setAsked({ login: asked.login, sent })}
            onDone={setEnded}
          />
        )}
        {ended === null && (
          <p className={styles.end}>
            <Link href="/login" className="link hit">
              Вспомнили? Войти
            </Link>
          </p>
        )}
      </section>
    </div>
  );
}

/** The account is open here, and nowhere else any more. */
function Done({ ended }: { ended: number }) {
  const { pending, rejected } = useAtomValue(syncAtom);
  const unsent = pending.length + rejected.length;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <h1 id="reset-title" ref={title} tabIndex={-1}>
        Пароль изменён
      </h1>
      <p className="soft">Вы вошли.{ended > 0 && ' На других устройствах кабинет закрыт.'}</p>
      {(ended > 0 || unsent > 0) && (
        <div className={styles.facts}>
          {ended > 0 && <Lead name="Завершено сеансов" value={ended} />}
          {unsent > 0 && <Lead name="Не отправлено с этого устройства" value={unsent} />}
        </div>
      )}
      <Link href="/user" replace className={buttonClass('leaf', { size: 'lg', wide: true })}>
        В кабинет
      </Link>
    </>
  );
}

function Ask({ onAsked }: { onAsked: (login: string, sent: SentCode | null) => void }) {
  const { isOnline } = useAtomValue(networkAtom);
  const ask = useSetAtom(askPasswordCodeAtom);
  const form = useForm({
    // What was typed at the login, or here before «Изменить».
    initial: { login: readLoginDraft() },
    judge: ({ login }) => (login.trim() === '' ? { login: ['Заполните поле'] } : null),
    send: async ({ login }) => {
      try {
        writeLoginDraft(login);
        onAsked(login, await ask(login));
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      }
    },
  });
  const { login } = form.values;
  return (
    <>
      <p className="soft">Пришлём код на ваш телефон или почту. Прежний пароль действует, пока вы не задали новый.</p>
      <Form form={form} name="password-code">
        <FormText
          name="login"
          label="Телефон или e-mail"
          required
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
        />
        <SubmitButton busy="Отправляем код…" reason={isOnline ? null : OFFLINE}>
          Получить код
        </SubmitButton>
      </Form>
      <p className="small soft">
        <button
          type="button"
          className="link hit"
          disabled={login.trim() === ''}
          onClick={() => {
            writeLoginDraft(login);
            onAsked(login, null);
          }}
        >
          Код уже есть
        </button>
        : вы запросили его раньше, или его прислал консультант, который вас записал.
      </p>
    </>
  );
}

type SetProps = {
  login: string;
  sent: SentCode | null;
  onBack: () => void;
  onSent: (sent: SentCode) => void;
  /** How many other sessions of the account have ended. */
  onDone: (ended: number) => void;
};
function Set({ login, sent, onBack, onSent, onDone }: SetProps) {
  const { isOnline } = useAtomValue(networkAtom);
  const ask = useSetAtom(askPasswordCodeAtom);
  const reset = useSetAtom(resetPasswordAtom);
  const [isNewcomer, setNewcomer] = useState(false);
  const form = useForm({
    initial: {
      code: '',
      password: '',
      'consents.personal': false,
      'consents.offer': false,
      'consents.agreement': false,
      'consents.marketing': false,
      'consents.sponsor_contacts': false,
    },
    judge: ({ code, password }) => {
      const errors = {
        ...(code.replaceAll(/\D/g, '').length === 6 ? {} : { code: ['Код — шесть цифр из сообщения'] }),
        ...(password.length >= PASSWORD.min ? {} : { password: [`Пароль не короче ${PASSWORD.min} знаков`] }),
      };
      return Object.keys(errors).length > 0 ? errors : null;
    },
    send: async ({ code, password, ...ticks }) => {
      try {
        const consents = {
          personal: ticks['consents.personal'] as true,
          offer: ticks['consents.offer'] as true,
          agreement: ticks['consents.agreement'],
          marketing: ticks['consents.marketing'],
          sponsor_contacts: ticks['consents.sponsor_contacts'],
        };
        const ended = await reset({ login, code, password, ...(isNewcomer ? { consents } : {}) });
        writeLoginDraft('');
        onDone(ended);
        return { kind: 'done' };
      } catch (error) {
        const outcome = formFailure(failureOf(error));
        // Somebody else has written this person down: the shop asks for what only they can give.
        if (outcome.kind === 'fields' && 'consents.personal' in outcome.errors) setNewcomer(true);
        return outcome;
      }
    },
  });
  // The button that asked for the code has gone: the focus goes where one types it.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus(), []);
  return (
    <div ref={box}>
      <Form form={form} name="new-password">
        <p className="soft">
          {sent ? `Код отправлен на ${sent.target}, если такой кабинет есть. Действует 10 минут.` : `Для ${login}`}{' '}
          <button type="button" className="link hit" onClick={onBack}>
            Изменить
          </button>
        </p>
        <FormText
          name="code"
          label="Код из сообщения"
          required
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
        />
        <FormPassword name="password" label="Новый пароль" min={PASSWORD.min} max={PASSWORD.max} />
        {isNewcomer && <Consents isCons={false} />}
        <SubmitButton busy="Проверяем…" reason={isOnline ? null : OFFLINE}>
          Задать пароль
        </SubmitButton>
        <Resend sent={sent} isOff={!isOnline || form.isBusy} onResend={async () => onSent(await ask(login))} />
      </Form>
    </div>
  );
}
