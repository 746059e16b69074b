import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { CallReply } from '#contract/call.ts';
import { deskMergeUsers, type DeskPerson, type deskPreviewMerge } from '#contract/desk-users.ts';
import { previewMergeAtom, usePersonAct } from '#src/staff/desk/users/desk-users.atoms.ts';
import { roleWords } from '#src/staff/desk/users/desk-users.words.ts';
import { ReasonSheet } from '#src/staff/desk/users/ReasonSheet.tsx';
import { usePreview } from '#src/staff/desk/users/use-preview.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { formatMoney, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './DeskUser.module.css';

type Shown = CallReply<typeof deskPreviewMerge>;
/** The other account of the same person: what moves, or why it cannot, is seen before it can be done. */
export function MergeSheet({ card: { person }, onClose }: { card: DeskPerson; onClose: () => void }) {
  const act = usePersonAct();
  const find = useSetAtom(previewMergeAtom);
  const [typed, setTyped] = useState('');
  const { preview, ask, forget } = usePreview<Shown>();
  const goneId = Number(typed.replaceAll(/\D/g, ''));
  const canLook = goneId > 0 && goneId <= 2_147_483_647;
  const look = () => canLook && void ask(() => find({ user_id: person.id, gone_id: goneId }));
  const shown = preview.state === 'there' ? preview.value : null;
  return (
    <ReasonSheet
      title="Две записи одного человека"
      word="Объединить"
      done="Записи объединены"
      isBlocked={!shown || shown.obstacles.length > 0}
      onClose={onClose}
      send={(reason, onDoubt) => {
        const gone = { gone_id: goneId, gone_version: shown?.gone.version ?? 0 };
        const body = { user_id: person.id, version: person.version, reason, ...gone };
        return act({ call: deskMergeUsers, id: person.id, input: { body }, onDoubt });
      }}
    >
      {() => (
        <>
          <p className="soft">
            Останется «{person.name}», кабинет {numberWords(person.id)}. Вторая запись закроется навсегда.
          </p>
          <Field
            label="Номер кабинета, который закроется"
            required
            error={preview.state === 'failed' ? preview.text : undefined}
            hint="Он есть в карточке второй записи."
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              maxLength={12}
              onChange={({ target }) => {
                setTyped(target.value);
                forget();
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || shown) return;
                event.preventDefault();
                look();
              }}
            />
          </Field>
          {shown ? (
            <Plan shown={shown} />
          ) : (
            <Button kind="soft" aria-disabled={!canLook || preview.state === 'asking' || undefined} onClick={look}>
              {preview.state === 'asking' ? 'Считаем…' : 'Показать, что перейдёт'}
            </Button>
          )}
        </>
      )}
    </ReasonSheet>
  );
}

function Plan({ shown: { gone, plan, obstacles } }: { shown: Shown }) {
  const { money } = plan;
  return (
    <section aria-label="Что перейдёт" className={styles.preview}>
      <p>
        <b>{gone.name}</b>, {roleWords(gone)}, кабинет {numberWords(gone.id)}
      </p>
      {obstacles.length > 0 ? (
        <Note kind="error" icon="alert">
          <ul className={styles.names}>
            {obstacles.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Note>
      ) : (
        <ul className={styles.list}>
          <Line name="Заказы" value={plan.orders} />
          <Line name="Адреса" value={plan.addresses} />
          <Line name="Избранное" value={plan.favourites} />
          <Line name="Штук в корзине" value={plan.cart} />
          <Line name="Уроки" value={plan.lessons} />
          <Line name="ЛС" value={formatMoney(money.ls)} />
          <Line name="КС" value={formatMoney(money.ks)} />
          <Line name="БС" value={formatMoney(money.bs)} />
          {plan.phone && <Line name="Телефон" value={plan.phone} />}
          {plan.email && <Line name="Почта" value={plan.email} />}
        </ul>
      )}
    </section>
  );
}
const Line = ({ name, value }: { name: string; value: string | number }) => (
  <li>
    <Lead wraps name={name} value={value} />
  </li>
);
