import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import type { Deletion } from '#contract/personal-data.ts';
import type { SentCode } from '#contract/registration.ts';
import { dayOf } from '#src/features/personal-data/days.rules.ts';
import { deleteAccountAtom, sendCodeAtom } from '#src/features/personal-data/personal-data.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Money } from '#src/terms/Money.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { FormText } from '#src/ui/form/FormParts.tsx';
import { FormPassword } from '#src/ui/form/FormPassword.tsx';
import type { FormErrors } from '#src/ui/form/form.types.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { formatNumber } from '#src/ui/numbers.ts';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './PersonalData.module.css';

type Props = { data: Deletion; onClose: () => void };

/** What will become of everything, and the proof that it is the person: password, or a code to their own address. */
export function DeletionSheet({ data, onClose }: Props) {
  const remove = useSetAtom(deleteAccountAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const [by, setBy] = useState<'password' | 'code'>(data.has_password ? 'password' : 'code');
  const form = useForm({
    initial: { password: '', code: '' },
    judge: ({ password, code }): FormErrors | null => {
      if (by === 'password') return password === '' ? { password: ['Введите пароль от этого кабинета'] } : null;
      return code.replaceAll(/\D/g, '').length === 6 ? null : { code: ['Код — шесть цифр из сообщения'] };
    },
    unkept: ['password', 'code'],
    send: async ({ password, code }) => {
      try {
        await remove(by === 'password' ? { password } : { code });
        onClose();
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      }
    },
  });
  return (
    <Sheet open title="Удалить аккаунт?" onClose={onClose}>
      <Form form={form} name="delete-account">
        <Becomes data={data} />
        {by === 'password' ? (
          <FormPassword name="password" label="Пароль от этого кабинета" max={200} />
        ) : (
          <ByCode to={data.code_to} />
        )}
        {data.has_password && data.code_to !== null && (
          <p>
            <button type="button" className="link" onClick={() => setBy(by === 'password' ? 'code' : 'password')}>
              {by === 'password' ? 'Не помню пароль: подтвердить кодом' : 'Подтвердить паролем'}
            </button>
          </p>
        )}
        <Button
          type="submit"
          kind="line"
          size="lg"
          wide
          className={styles.danger}
          disabled={!isOnline}
          aria-busy={form.isBusy || undefined}
          aria-describedby={isOnline ? undefined : 'deletion-needs-net'}
        >
          {form.isBusy ? 'Назначаем…' : 'Удалить через 30 дней'}
        </Button>
        {!isOnline && (
          <p id="deletion-needs-net" className="small soft">
            Нужен интернет: удаление подтверждает магазин.
          </p>
        )}
        <Button kind="leaf" size="lg" wide onClick={onClose}>
          Остаться
        </Button>
      </Form>
    </Sheet>
  );
}

function Becomes({ data }: { data: Deletion }) {
  return (
    <>
      <div className={styles.facts}>
        {data.balances.map(({ account_type: type, name, amount, becomes }) => (
          <Lead key={type} name={`${name}, ${becomes}`} value={<Money value={amount} />} wraps />
        ))}
        {data.people_below > 0 && (
          <Lead name="Структура сохранит места" value={`${formatNumber(data.people_below)} чел.`} wraps />
        )}
        {data.open_orders > 0 && <Lead name="Заказы в пути доедут" value={formatNumber(data.open_orders)} wraps />}
        <Lead name="Чеки хранятся по закону" value="5 лет" wraps />
        <Lead name="Аккаунт удалится" value={dayOf(data.would_at)} wraps />
      </div>
      {data.waits_for_shop && (
        <p className="small soft">
          Пока на счетах или в{'\u00a0'}заказах что-то есть, аккаунт ждёт: магазин рассчитается по договору за 10
          {'\u00a0'}дней.
        </p>
      )}
      <p className="small soft">
        На других устройствах вы выйдете сразу, новые заказы закроются. Уроки, избранное и{'\u00a0'}корзина сотрутся
        вместе с{'\u00a0'}аккаунтом.
      </p>
    </>
  );
}

function ByCode({ to }: { to: string | null }) {
  const ask = useSetAtom(sendCodeAtom);
  const [sent, setSent] = useState<SentCode | null>(null);
  const [words, setWords] = useState<string | null>(null);
  const request = async () => {
    setWords(null);
    try {
      setSent(await ask());
      setWords('Отправили код');
    } catch (error) {
      setWords(failureText(failureOf(error)));
    }
  };
  if (to === null)
    return <p className="small soft">Некуда прислать код: подтвердите почту или телефон в{'\u00a0'}профиле.</p>;
  return (
    <div className={styles.stack}>
      <FormText
        name="code"
        label="Код из сообщения"
        hint={sent ? `Отправили на ${sent.target}. Действует 10 минут` : `Пришлём на ${to}`}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
      />
      <Button kind="soft" wide onClick={() => void request()}>
        {sent ? 'Отправить новый код' : 'Прислать код'}
      </Button>
      <output className="small soft">{words}</output>
    </div>
  );
}
