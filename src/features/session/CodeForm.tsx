import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { SentCode } from '#contract/registration.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import styles from './Registration.module.css';

type Props = {
  /** Where it went and until when; null when another page has asked for it. */
  sent: SentCode | null;
  submit: string;
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
};

/** Six digits: typed, pasted, or filled in by the phone. The sixth sends them. */
export function CodeForm({ sent, submit, onCode, onResend }: Props) {
  const { isOnline } = useAtomValue(networkAtom);
  const form = useForm({
    initial: { code: '' },
    judge: ({ code }) => (digitsOf(code).length === 6 ? null : { code: ['Код — шесть цифр из сообщения'] }),
    send: async ({ code }) => {
      try {
        await onCode(digitsOf(code));
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      }
    },
  });
  const { code } = form.values;
  const { isBusy, submit: send } = form;
  const digits = digitsOf(code);
  useEffect(() => {
    if (digits.length === 6 && isOnline) void send();
    // Once for each whole code: what is refused is mended by typing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [digits]);
  // The button that asked for the code has gone: the focus goes where one types it.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box}>
      <Form form={form} name="code">
        <FormText
          name="code"
          label="Код из сообщения"
          hint={sent ? `Отправили на ${sent.target}. Действует 10 минут` : undefined}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
          className={styles.code}
        />
        <SubmitButton busy="Проверяем…" reason={isOnline ? null : 'Нужен интернет: код проверяет магазин.'}>
          {submit}
        </SubmitButton>
        <Resend sent={sent} isOff={!isOnline || isBusy} onResend={onResend} />
      </Form>
    </div>
  );
}
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

type ResendProps = { sent: SentCode | null; isOff: boolean; onResend: () => Promise<void> };
/** Another code, a minute after the one before. */
export function Resend({ sent, isOff, onResend }: ResendProps) {
  const left = useSecondsUntil(sent?.resend_at ?? null);
  const [words, setWords] = useState<string | null>(null);
  const again = async () => {
    setWords(null);
    try {
      await onResend();
      setWords('Отправили новый код');
    } catch (error) {
      const failure = formFailure(failureOf(error));
      setWords(failure.kind === 'failed' ? failure.text : (Object.values(failure.errors)[0]?.[0] ?? null));
    }
  };
  return (
    <p className="small soft">
      {left > 0 ? (
        <>
          Отправить ещё раз можно через <span className="num">{left}</span>
          {'\u00a0'}с
        </>
      ) : (
        <button type="button" className="link hit" disabled={isOff} onClick={() => void again()}>
          Отправить новый код
        </button>
      )}
      <output className={styles.words}>{words}</output>
    </p>
  );
}

function useSecondsUntil(iso: string | null): number {
  const until = iso === null ? 0 : Date.parse(iso);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(timer);
  }, [left, now]);
  // A phone whose clock is wrong waits a minute, not a day.
  return Math.min(left, 60);
}
