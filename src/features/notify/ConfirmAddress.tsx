import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { confirmAddressAtom } from '#src/features/notify/notify.atoms.ts';
import type { ConfirmOutcome } from '#src/features/notify/notify.types.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './ConfirmAddress.module.css';

const BROKEN = 'Ссылка неполная. Откройте её из письма ещё раз, целиком';
const toCatalogue = (
  <Link href="/katalog" className={buttonClass('leaf')}>
    Открыть каталог
  </Link>
);

/**
 * The page of a letter's link. It waits for a tap: mail programs open links by themselves to look at them, and must not
 * agree to anything in a person's name (docs/decisions/134).
 */
export function ConfirmAddress({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<ConfirmOutcome | null>(
    token === '' ? { kind: 'failed', text: BROKEN, isOver: true } : null,
  );
  const page = useRef<HTMLDivElement>(null);
  const isOver = outcome?.kind === 'done' || outcome?.isOver === true;
  // The button that had the focus is gone: the new heading takes it and is read aloud.
  useEffect(() => {
    if (isOver) page.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [isOver]);
  return (
    <div ref={page}>
      {outcome?.kind === 'done' && <Confirmed {...outcome} />}
      {outcome?.kind === 'failed' && outcome.isOver && (
        <EmptyState
          level={1}
          drawing="lost"
          title="Ссылка не открылась"
          text={`${outcome.text}.`}
          action={toCatalogue}
        />
      )}
      {!isOver && <Question token={token} failed={outcome?.text} onOutcome={setOutcome} />}
    </div>
  );
}

function Question(props: { token: string; failed: string | undefined; onOutcome: (outcome: ConfirmOutcome) => void }) {
  const { token, failed, onOutcome } = props;
  const confirm = useSetAtom(confirmAddressAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const [isBusy, setBusy] = useState(false);
  const onConfirm = async () => {
    if (isBusy || !isOnline) return;
    setBusy(true);
    const outcome = await confirm(token);
    setBusy(false);
    onOutcome(outcome);
  };
  return (
    <EmptyState
      level={1}
      drawing="sprout"
      title="Подтвердите адрес"
      text="На ваш e-mail попросили написать, когда появится товар. Напишем один раз, больше ничего присылать не будем."
      action={
        <Button
          kind="leaf"
          size="lg"
          aria-disabled={isBusy || !isOnline || undefined}
          aria-describedby={isOnline ? undefined : 'confirm-offline'}
          onClick={() => void onConfirm()}
        >
          {isBusy ? 'Подтверждаем…' : 'Подтвердить адрес'}
        </Button>
      }
    >
      <div role="alert">
        {failed !== undefined && (
          <Note kind="error" icon="alert">
            {failed}
          </Note>
        )}
      </div>
      {!isOnline && (
        <p id="confirm-offline" className="soft small">
          Нужен интернет. Ссылка подождёт: она действует 14 дней.
        </p>
      )}
    </EmptyState>
  );
}

function Confirmed({ message, products }: { message: string; products: readonly { title: string; slug: string }[] }) {
  return (
    <EmptyState level={1} drawing="sprout" title="Адрес подтверждён" text={message} action={toCatalogue}>
      {products.length > 0 && (
        <ul className={styles.products}>
          {products.map(({ slug, title }) => (
            <li key={slug}>
              <Link href={`/produkt/${slug}`} className="link">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  );
}
