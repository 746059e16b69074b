import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { draftPageAtom, dropDraftAtom, placeDraftAtom, saveDraftAtom } from '#src/staff/desk/drafts/desk-drafts.atoms.ts'; // prettier-ignore
import type { BoxProps } from '#src/staff/desk/drafts/use-draft.ts';
import { ReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { formatMoney, formatNumber } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { Select } from '#src/ui/Select.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import styles from './Drafts.module.css';

/** The money, and the last step: the order is made and its link goes to the buyer. */
export function TotalBox({ draft, fields, errors, edit, onTry }: BoxProps & { onTry: () => void }) {
  const [open, setOpen] = useState<'place' | 'drop' | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { state } = useAtomValue(draftPageAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const save = useSetAtom(saveDraftAtom);
  const isWhole = state === 'saved';
  const start = async () => {
    if (!isOnline) return;
    onTry();
    setTrouble(null);
    // What was typed a moment ago counts too.
    if (!(await save())) return setTrouble('Записываем набранное. Нажмите ещё раз через секунду.');
    return setOpen('place');
  };
  const missing = Object.keys(errors).map((field) => FIELD_NAMES[field] ?? field);
  return (
    <section className={`card ${styles.box}`} aria-labelledby="draft-total">
      <h2 id="draft-total">Оплата</h2>
      <Field label="Способ оплаты" required error={errors['payment_type']} hint="Покупатель сможет выбрать другой">
        <Select value={fields.payment_type} onChange={(event) => edit({ payment_type: Number(event.target.value) })}>
          {draft.payments.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Комментарий к заказу">
        <TextArea
          rows={2}
          value={fields.comment}
          maxLength={1000}
          onChange={(event) => edit({ comment: event.target.value })}
        />
      </Field>
      <dl className={styles.sums} aria-busy={!isWhole}>
        <div>
          <dt>Товары</dt>
          <dd className="num">{formatMoney(draft.sum)}</dd>
        </div>
        <div>
          <dt>Доставка</dt>
          <dd className="num">{draft.delivery_cost === null ? 'не выбрана' : formatMoney(draft.delivery_cost)}</dd>
        </div>
        {draft.balls !== null && (
          <div>
            <dt>Баллы</dt>
            <dd className="num">{formatNumber(draft.balls)}</dd>
          </div>
        )}
        <div className={styles.due}>
          <dt>К оплате</dt>
          <dd className="num">{draft.due === null ? '—' : formatMoney(draft.due)}</dd>
        </div>
      </dl>
      {missing.length > 0 && (
        <div role="alert">
          <Note kind="seed" icon="alert">
            Чтобы оформить, проверьте: {missing.join(', ')}.
          </Note>
        </div>
      )}
      {trouble && <output className="small soft">{trouble}</output>}
      <Button kind="leaf" size="lg" wide aria-disabled={!isOnline || undefined} onClick={() => void start()}>
        {isOnline ? 'Оформить и отправить ссылку' : 'Оформить: нужен интернет'}
      </Button>
      <Button kind="quiet" wide onClick={() => setOpen('drop')}>
        Удалить черновик
      </Button>
      {open === 'place' && missingIn(draft).length === 0 && <PlaceSheet draft={draft} onClose={() => setOpen(null)} />}
      {open === 'drop' && <DropSheet id={draft.id} onClose={() => setOpen(null)} />}
    </section>
  );
}
const FIELD_NAMES: Readonly<Record<string, string>> = {
  buyer_id: 'кабинет',
  name: 'имя и фамилию',
  phone: 'телефон',
  email: 'почту',
  lines: 'товары',
  where: 'город или адрес',
  way: 'способ доставки',
  payment_type: 'способ оплаты',
};
const missingIn = ({ missing }: BoxProps['draft']): string[] => Object.values(missing).flat();

function PlaceSheet({ draft, onClose }: { draft: BoxProps['draft']; onClose: () => void }) {
  const place = useSetAtom(placeDraftAtom);
  const [, go] = useLocation();
  const due = draft.due ?? 0;
  const to = draft.fields.email.trim() || draft.fields.phone;
  return (
    <ReasonSheet
      title="Оформить заказ"
      word="Оформить и отправить ссылку"
      done="Заказ оформлен, ссылка отправлена"
      label="Как принят заказ"
      hint="Останется в истории заказа и в журнале."
      firstWords="По телефону"
      send={async (reason, onDoubt) => {
        const id = await place({ due, reason, onDoubt });
        go(`/desk/orders/${id}`);
      }}
      onClose={onClose}
    >
      {() => (
        <p className="soft">
          К оплате <b className="num">{formatMoney(due)}</b>. Ссылка уйдёт на <b>{to}</b>. По ней покупатель отметит
          согласия и оплатит; пока не оплачено, товар отложен на пять дней.
        </p>
      )}
    </ReasonSheet>
  );
}

function DropSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const drop = useSetAtom(dropDraftAtom);
  const toast = useSetAtom(showToastAtom);
  const [, go] = useLocation();
  const [failed, setFailed] = useState<string | null>(null);
  const confirm = async () => {
    try {
      await drop(id);
      toast({ text: 'Черновик удалён' });
      go('/desk/drafts');
    } catch (error) {
      setFailed(failureText(failureOf(error)));
    }
  };
  return (
    <Sheet open onClose={onClose} title="Удалить черновик?">
      <p className="soft">Набранное пропадёт у всех, кто его видит. Покупателю ничего не отправляли.</p>
      {failed && (
        <div role="alert">
          <Note kind="error" icon="alert">
            {failed}
          </Note>
        </div>
      )}
      <Button kind="leaf" wide onClick={() => void confirm()}>
        Удалить
      </Button>
      <Button kind="quiet" wide onClick={onClose}>
        Оставить
      </Button>
    </Sheet>
  );
}
