import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { keepOrderAtom } from '#src/features/orders/orders.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Note } from '#src/ui/Note.tsx';
import styles from './Order.module.css';

/** An order without an account may join one: by the address it was placed with (docs/product/orders.md#guests). */
export function GuestStart({ token }: { token: string }) {
  const { user } = useAtomValue(sessionAtom);
  return user.isGuest ? <Enter token={token} /> : <Keep token={token} />;
}

function Enter({ token }: { token: string }) {
  const back = encodeURIComponent(`/order/${token}`);
  return (
    <section className={`card ${styles.box}`} aria-label="Войти или продолжить как гость">
      <h2>Войти или продолжить как гость</h2>
      <p className="soft">
        Страница откроется по этой ссылке и без кабинета. С кабинетом заказ сохранится в нём, когда вы подтвердите
        телефон или почту из заказа.
      </p>
      <Link href={`/login?return=${back}`} className={buttonClass('line', { wide: true })}>
        Войти
      </Link>
      <Link href={`/register?return=${back}`} className={buttonClass('quiet', { wide: true })}>
        Сохранить в кабинете
      </Link>
    </section>
  );
}

function Keep({ token }: { token: string }) {
  const keep = useSetAtom(keepOrderAtom);
  const toast = useSetAtom(showToastAtom);
  const [, go] = useLocation();
  const [state, setState] = useState<{ isBusy: boolean; failure: string | null }>({ isBusy: false, failure: null });
  const onKeep = async () => {
    setState({ isBusy: true, failure: null });
    try {
      const id = await keep(token);
      toast({ text: 'Заказ в вашем кабинете' });
      go(`/user/orders/${id}`);
    } catch (error) {
      setState({ isBusy: false, failure: failureText(failureOf(error)) });
    }
  };
  return (
    <section className={`card ${styles.box}`} aria-label="Сохранить заказ">
      <h2>Оформлен без кабинета</h2>
      <p className="soft">Сохраните заказ, и он будет среди ваших: с чеками, возвратом и повтором.</p>
      {state.failure !== null && (
        <Note kind="error" icon="alert">
          {state.failure}
        </Note>
      )}
      <Button kind="line" wide disabled={state.isBusy} onClick={() => void onKeep()}>
        Сохранить в кабинете
      </Button>
    </section>
  );
}
