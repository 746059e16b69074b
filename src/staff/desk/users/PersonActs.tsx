import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { DeskNamed, DeskPerson } from '#contract/desk-users.ts';
import { periodWords } from '#contract/period-words.ts';
import { formatPhone } from '#contract/phones.ts';
import { dayAndYear, dayInMoscow, sinceMonth } from '#src/staff/desk/users/desk-users.words.ts';
import { MergeSheet } from '#src/staff/desk/users/MergeSheet.tsx';
import { OperatorSheet } from '#src/staff/desk/users/OperatorSheet.tsx';
import { CancelMoveSheet, ContactSheet, ReadonlySheet, WholesaleSheet } from '#src/staff/desk/users/PersonSheets.tsx';
import { SponsorSheet } from '#src/staff/desk/users/SponsorSheet.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './DeskUser.module.css';

type Open = 'readonly' | 'operator' | 'sponsor' | 'cancel-move' | 'approve' | 'refuse' | 'contact' | 'merge';

/** What stands about the person beside their rights, and what can be decided about it. Each decision wants a reason. */
export function PersonActs({ card, off }: { card: DeskPerson; off: boolean }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const isOpen = card.closed === null;
  const button = (what: Open, word: string, kind: 'leaf' | 'line' = 'line') => (
    <Button
      kind={kind}
      disabled={off}
      aria-describedby={off ? 'user-offline' : undefined}
      onClick={() => setOpen(what)}
    >
      {word}
    </Button>
  );
  return (
    <section className={`card ${styles.box}`} aria-labelledby="user-acts">
      <h2 id="user-acts">Запись</h2>
      {card.application && (
        <Application
          card={card}
          acts={isOpen && [button('approve', 'Одобрить', 'leaf'), button('refuse', 'Отказать')]}
        />
      )}
      <Contacts card={card} act={isOpen && !card.is_self && button('contact', 'Заменить потерянный')} />
      <Row
        title="Только просмотр"
        act={isOpen && !card.is_self && button('readonly', card.person.readonly ? 'Снять' : 'Включить')}
      >
        {readonlyWords(card)}
      </Row>
      <Row title="Оператор пункта" act={isOpen && button('operator', 'Изменить')}>
        {card.person.is_operator ? pointWords(card) : 'Нет'}
      </Row>
      <Row
        title="Спонсор"
        act={isOpen && (card.move ? button('cancel-move', 'Отменить перенос') : button('sponsor', 'Исправить'))}
      >
        {card.sponsor ? <Name one={card.sponsor} /> : 'Нет'}
        {card.move && (
          <span className={styles.line}>
            {sinceMonth(card.move.period)}: <Name one={card.move.to} />
          </span>
        )}
      </Row>
      {card.agreement && (
        <Row title="Соглашение консультанта" act={null}>
          <Agreement of={card.agreement} />
        </Row>
      )}
      {isOpen && !card.is_self && (
        <Row title="Вторая запись того же человека" act={button('merge', 'Объединить')}>
          Заказы, деньги и адреса второй записи перейдут сюда
        </Row>
      )}
      {open === 'readonly' && <ReadonlySheet card={card} onClose={close} />}
      {open === 'operator' && <OperatorSheet card={card} onClose={close} />}
      {open === 'sponsor' && <SponsorSheet card={card} onClose={close} />}
      {open === 'cancel-move' && <CancelMoveSheet card={card} onClose={close} />}
      {(open === 'approve' || open === 'refuse') && <WholesaleSheet card={card} decision={open} onClose={close} />}
      {open === 'contact' && <ContactSheet card={card} onClose={close} />}
      {open === 'merge' && <MergeSheet card={card} onClose={close} />}
    </section>
  );
}

const Row = ({ title, act, children }: { title: string; act: ReactNode; children: ReactNode }) => (
  <div className={styles.row}>
    <div>
      <h3>{title}</h3>
      <p className="soft">{children}</p>
    </div>
    {act}
  </div>
);
const Name = ({ one }: { one: DeskNamed }) => (
  <Link href={`/desk/users/${one.id}`} className="link">
    {[one.name, one.cons_id].filter(Boolean).join(', ')}
  </Link>
);

function Agreement({ of: { step, at, period, months, heir, ...of } }: { of: NonNullable<DeskPerson['agreement']> }) {
  const silence = `${months} закрытых месяцев подряд без активности, последний — ${periodWords(period)}`;
  if (step === 'warned')
    return (
      <>
        Предупреждение {dayAndYear(at)}: {silence}. Ещё один такой месяц — и соглашение прекратится
      </>
    );
  return (
    <>
      Прекращено {dayAndYear(at)}: {silence}. Рег. номер <span className="num">{of.cons_id}</span> никому больше не
      достанется.
      {heir && (
        <span className={styles.line}>
          Первая линия (консультантов — {of.consultants}, клиентов — {of.clients}) перешла: <Name one={heir} />
        </span>
      )}
    </>
  );
}

function readonlyWords({ person: { readonly } }: DeskPerson): string {
  if (!readonly) return 'Нет, всё открыто';
  return `${readonly.until ? `По ${dayInMoscow(readonly.until)}` : 'Без срока'}: ${readonly.reason || 'причина не записана'}`;
}
const pointWords = ({ points }: DeskPerson): string =>
  points.length === 0
    ? 'Да, но пункт не назначен'
    : points.map(({ name, address }) => `${address}, ${name}`).join('; ');

function Contacts({ card: { person }, act }: { card: DeskPerson; act: ReactNode }) {
  return (
    <div className={styles.row}>
      <div>
        <h3>Телефон и почта</h3>
        {person.phone && (
          <a className={`link num ${styles.contact}`} href={`tel:${person.phone}`}>
            {formatPhone(person.phone)}
          </a>
        )}
        {person.email && (
          <a className={`link ${styles.contact}`} href={`mailto:${person.email}`}>
            {person.email}
          </a>
        )}
        {!person.phone && !person.email && <p className="soft">Нет</p>}
      </div>
      {act}
    </div>
  );
}

function Application({ card: { application }, acts }: { card: DeskPerson; acts: false | ReactNode[] }) {
  if (!application) return null;
  return (
    <Note kind="seed" icon="alert">
      <p>
        <b>Заявка на опт</b> от {dayInMoscow(application.created_at)}: {application.company}, ИНН{' '}
        <span className="num">{application.inn}</span>, <span className="num">{formatPhone(application.phone)}</span>
      </p>
      {application.comment !== '' && <p className="soft">«{application.comment}»</p>}
      {acts && (
        <div className={styles.acts}>
          {acts[0]}
          {acts[1]}
        </div>
      )}
    </Note>
  );
}
