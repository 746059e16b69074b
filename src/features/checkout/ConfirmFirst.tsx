import { type ReactNode, useEffect, useRef } from 'react';
import { Note } from '#src/ui/Note.tsx';
import styles from './Checkout.module.css';

type Props = {
  /** How often the code was asked for: by the button here, or by the last one of the order. */
  asked: number;
  onAsk: () => void;
  form: (asked: { onDone: () => void }) => ReactNode;
  onDone: () => void;
};

/** An account whose address waits for its code fills in everything; the code is typed here, and nothing that is filled in moves. */
export function ConfirmFirst({ asked, onAsk, form, onDone }: Props) {
  const box = useRef<HTMLElement>(null);
  // The form takes the focus when it comes. Asked for again, it has to be found again.
  useEffect(() => box.current?.querySelector('input')?.focus(), [asked]);
  if (asked === 0)
    return (
      <Note kind="seed" icon="clock" className={styles.confirm}>
        <p>Чтобы оформить заказ, подтвердите телефон или e-mail. Всё заполненное останется.</p>
        <button type="button" className="link" onClick={onAsk}>
          Ввести код
        </button>
      </Note>
    );
  return (
    <section ref={box} className={`card ${styles.code}`} aria-label="Подтверждение адреса">
      <h2>Подтвердите адрес</h2>
      <p className="small soft">
        Введите код из сообщения, которое пришло после регистрации. Он действует 10 минут: если прошло больше, отправьте
        новый.
      </p>
      {form({ onDone })}
    </section>
  );
}
