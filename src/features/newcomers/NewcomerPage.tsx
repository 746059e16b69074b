import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NewcomerForm } from '#src/features/newcomers/NewcomerForm.tsx';
import type { Invited } from '#src/features/newcomers/newcomers.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Newcomers.module.css';

type Props = {
  /** A link as a code, to be copied and sent: another feature's part. */
  link: (url: string) => ReactNode;
  /** One's own link as a code, for whoever stands beside. */
  beside: ReactNode;
};

/** /user/register: a consultant invites by name and number; nobody else's session is ever on this phone (docs/product/people.md#invitations). */
export function NewcomerPage({ link, beside }: Props) {
  const [done, setDone] = useState<{ invited: Invited; name: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (done) heading.current?.focus();
  }, [done]);
  return (
    <div className={`wrap ${styles.page}`}>
      <section className={`card ${styles.card}`} aria-labelledby="newcomer-title">
        <h1 id="newcomer-title" ref={heading} tabIndex={-1}>
          {done ? `${done.name}: ссылка готова` : 'Новичок в вашу структуру'}
        </h1>
        {done ? (
          <Ready invited={done.invited} link={link} onMore={() => setDone(null)} />
        ) : (
          <>
            <p className="soft">Имя и телефон, больше ничего. Новичок откроет ссылку на своём телефоне.</p>
            <NewcomerForm onDone={(invited, name) => setDone({ invited, name })} />
            <div className={styles.beside}>{beside}</div>
          </>
        )}
      </section>
    </div>
  );
}

const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' });

type ReadyProps = { invited: Invited; link: Props['link']; onMore: () => void };
function Ready({ invited, link, onMore }: ReadyProps) {
  return (
    <>
      <p className={styles.sent}>
        <Icon name="check" size={20} /> {invited.message}
      </p>
      <Lead name="Ссылка действует до" value={day.format(new Date(invited.expires_at))} />
      {link(invited.link)}
      <Button kind="quiet" wide onClick={onMore}>
        Ещё один новичок
      </Button>
    </>
  );
}
