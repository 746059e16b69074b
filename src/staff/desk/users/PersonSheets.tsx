import { useState } from 'react';
import {
  deskCancelMove,
  deskDecideWholesale,
  type DeskPerson,
  deskRecoverContact,
  deskSetReadonly,
} from '#contract/desk-users.ts';
import { usePersonAct } from '#src/staff/desk/users/desk-users.atoms.ts';
import { sinceMonth } from '#src/staff/desk/users/desk-users.words.ts';
import { ReasonSheet } from '#src/staff/desk/users/ReasonSheet.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';

// Acts that need little more than a reason.

type Props = { card: DeskPerson; onClose: () => void };
const ofPerson = ({ person }: DeskPerson, reason: string) => ({ user_id: person.id, version: person.version, reason });

export function ReadonlySheet({ card, onClose }: Props) {
  const act = usePersonAct();
  const [until, setUntil] = useState('');
  const isOn = card.person.readonly === null;
  return (
    <ReasonSheet
      title={isOn ? 'Только просмотр' : 'Снять «Только просмотр»'}
      word={isOn ? 'Включить' : 'Снять'}
      done={isOn ? 'Включён только просмотр' : 'Запись снова открыта'}
      onClose={onClose}
      send={(reason, onDoubt) => {
        const body = { ...ofPerson(card, reason), readonly: isOn, ...(isOn && until !== '' ? { until } : {}) };
        return act({ call: deskSetReadonly, id: card.person.id, input: { body }, onDoubt });
      }}
    >
      {(errors) =>
        isOn ? (
          <>
            <p className="soft">
              Человек сможет смотреть и платить за сделанное, но не менять корзину и не заказывать.
            </p>
            <Field label="По какой день" error={errors['until']} hint="Пусто: пока не снимут. День по Москве.">
              <TextInput type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
            </Field>
          </>
        ) : (
          <p className="soft">Корзина и заказы откроются сразу.</p>
        )
      }
    </ReasonSheet>
  );
}

export function CancelMoveSheet({ card, onClose }: Props) {
  const act = usePersonAct();
  return (
    <ReasonSheet
      title="Отменить перенос"
      word="Отменить перенос"
      done="Перенос отменён"
      onClose={onClose}
      send={(reason, onDoubt) =>
        act({ call: deskCancelMove, id: card.person.id, input: { body: ofPerson(card, reason) }, onDoubt })
      }
    >
      {() =>
        card.move && (
          <p className="soft">
            Спонсор останется прежним. {card.move.to.name} {sinceMonth(card.move.period)} его не сменит.
          </p>
        )
      }
    </ReasonSheet>
  );
}

export function WholesaleSheet({ card, decision, onClose }: Props & { decision: 'approve' | 'refuse' }) {
  const act = usePersonAct();
  const isApproved = decision === 'approve';
  const { application } = card;
  return (
    <ReasonSheet
      title={isApproved ? 'Одобрить заявку на опт' : 'Отказать в заявке на опт'}
      word={isApproved ? 'Одобрить' : 'Отказать'}
      done={isApproved ? 'Заявка одобрена' : 'В заявке отказано'}
      hint="Останется в журнале, и человек прочтёт её в письме."
      onClose={onClose}
      send={(reason, onDoubt) => {
        const body = { ...ofPerson(card, reason), application_id: application?.id ?? 0, decision };
        return act({ call: deskDecideWholesale, id: card.person.id, input: { body }, onDoubt });
      }}
    >
      {() => (
        <p className="soft">
          {isApproved
            ? `${application?.company ?? ''} станет оптовиком: оптовая корзина откроется сразу.`
            : 'Роль не изменится.'}
        </p>
      )}
    </ReasonSheet>
  );
}

export function ContactSheet({ card, onClose }: Props) {
  const act = usePersonAct();
  const [phone, setPhone] = useState('');
  const [email, setEmail] = useState('');
  return (
    <ReasonSheet
      title="Заменить потерянный адрес"
      word="Заменить"
      done="Адрес заменён"
      onClose={onClose}
      send={(reason, onDoubt) => {
        const digits = phone.replaceAll(/[^\d+]/g, '').replace(/^8(?=\d{10}$)/, '+7');
        const body = {
          ...ofPerson(card, reason),
          ...(digits === '' ? {} : { phone: digits }),
          ...(email.trim() === '' ? {} : { email: email.trim() }),
        };
        return act({ call: deskRecoverContact, id: card.person.id, input: { body }, onDoubt });
      }}
    >
      {(errors) => (
        <>
          <Note kind="seed" icon="alert">
            Сначала убедитесь, что это тот самый человек. Он выйдет на всех устройствах, прежний пароль перестанет
            действовать, о замене узнают и старый, и новый адрес.
          </Note>
          <Field label="Новый телефон" error={errors['phone']} hint="Пусто: остаётся прежний.">
            <TextInput
              type="tel"
              inputMode="tel"
              autoComplete="off"
              value={phone}
              maxLength={22}
              placeholder="+7 900 000-01-57"
              onChange={({ target }) => setPhone(target.value)}
            />
          </Field>
          <Field label="Новая почта" error={errors['email']} hint="Пусто: остаётся прежняя.">
            <TextInput
              type="email"
              autoComplete="off"
              value={email}
              maxLength={200}
              onChange={({ target }) => setEmail(target.value)}
            />
          </Field>
        </>
      )}
    </ReasonSheet>
  );
}
