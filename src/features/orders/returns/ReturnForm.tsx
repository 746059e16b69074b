import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { PHOTO_LIMITS, PHOTO_WORDS } from '#contract/photos.ts';
import { addReturnPhoto, askReturn } from '#contract/return-calls.ts';
import { RETURN_PHOTOS_MAX } from '#contract/returns.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { orderName, type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { PhotoRow } from '#src/features/orders/returns/PhotoRow.tsx';
import { faultsOf, firstValues, photosIn, photoUrl, toLines } from '#src/features/orders/returns/return-form.rules.ts';
import { ReturnLines } from '#src/features/orders/returns/ReturnLines.tsx';
import type { ReturnOptions } from '#src/features/orders/returns/use-return-options.ts';
import { useChangeOrder } from '#src/features/orders/use-change-order.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { ownerAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormArea, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PhotoPick } from '#src/ui/photo/PhotoPick.tsx';
import styles from './Return.module.css';

type Props = { orderRef: OrderRef; options: ReturnOptions; picture: (image: string | null) => ReactNode };

/** Pieces, a reason for each line, words and photographs. What is typed outlives a reload; it is sent online or not at all. */
export function ReturnForm({ orderRef, options: { rows, at }, picture }: Props) {
  const openDraft = useSetAtom(openDraftAtom);
  const [keep] = useState(() => openDraft(`return:${orderName(orderRef)}`));
  const change = useChangeOrder();
  const toast = useSetAtom(showToastAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const now = new Date(at);
  useEffect(holdUpdates, []);
  const form = useForm({
    initial: firstValues(rows),
    keep,
    judge: (values) => faultsOf(rows, values, now),
    send: async (values) => {
      const words = String(values['words']).trim();
      const body = { ...whichOrder(orderRef), lines: toLines(rows, values), words, photos: photosIn(values) };
      try {
        await change({ ref: orderRef, call: askReturn, input: { body } });
        toast({ text: 'Возврат отправлен магазину' });
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      }
    },
  });
  const why = isOnline ? null : 'Возврат отправляется с\u00a0интернетом. Всё введённое останется здесь.';
  return (
    <section className={`card ${styles.box}`} aria-labelledby="new-return">
      <h2 id="new-return">Оформить возврат</h2>
      <Form form={form} name="return">
        <ReturnLines rows={rows} now={now} form={form} picture={picture} />
        <FormArea
          name="words"
          label="Что случилось"
          rows={3}
          maxLength={1000}
          hint="Нужно, если товар с недостатком, повреждён или не тот."
        />
        <Photos
          orderRef={orderRef}
          ids={photosIn(form.values)}
          reason={why}
          onChange={(ids) => form.set({ photos: ids.join(',') })}
        />
        <SubmitButton reason={why}>Отправить магазину</SubmitButton>
      </Form>
    </section>
  );
}

type PhotosProps = {
  orderRef: OrderRef;
  ids: readonly string[];
  reason: string | null;
  onChange: (ids: string[]) => void;
};
function Photos({ orderRef, ids, reason, onChange }: PhotosProps) {
  const api = useAtomValue(apiAtom);
  const { get } = useStore();
  const send = async (image: string): Promise<readonly string[]> => {
    try {
      const headers = { 'X-Client-User': await get(ownerAtom) };
      const { photo } = await api.send(addReturnPhoto, { body: { ...whichOrder(orderRef), image } }, { headers });
      onChange([...ids, photo.id]);
      return [];
    } catch (error) {
      const failure = failureOf(error);
      const faults = failure.kind === 'refused' ? Object.values(failure.refusal.errors ?? {}).flat() : [];
      return faults.length > 0 ? faults : [failureText(failure)];
    }
  };
  const urls = ids.map((id) => photoUrl(id, orderRef));
  return (
    <div className={styles.pick}>
      <p className="small soft">
        До {RETURN_PHOTOS_MAX} фото: сам товар, упаковка, недостаток. Место съёмки мы убираем.
      </p>
      <PhotoRow urls={urls} onRemove={(url) => onChange(ids.filter((id) => photoUrl(id, orderRef) !== url))} />
      {ids.length < RETURN_PHOTOS_MAX && (
        <PhotoPick
          label={ids.length === 0 ? 'Добавить фото' : 'Ещё фото'}
          busyLabel="Отправляем фото…"
          maxBytes={PHOTO_LIMITS.bytes}
          tooLarge={PHOTO_WORDS.too_large}
          reason={reason}
          onPick={send}
        />
      )}
    </div>
  );
}
