import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { ACCOUNT_NAMES } from '#contract/account-rules.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { SentCode } from '#contract/registration.ts';
import { OWN_TRANSFER_MIN_KOP, TRANSFER_COMMENT_MAX, TRANSFER_LIMITS } from '#contract/transfer-rules.ts';
import type { Transfer } from '#contract/transfers.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { RecipientField } from '#src/features/transfers/RecipientField.tsx';
import { TakeFromKs } from '#src/features/transfers/TakeFromKs.tsx';
import type { TreeSlot } from '#src/features/transfers/tree-slot.ts';
import {
  bodyOf,
  EMPTY_TRANSFER,
  fieldsLike,
  judgeTransfer,
  TRANSFER_STEPS,
  type TransferFields,
} from '#src/features/transfers/transfer-form.rules.ts';
import { createTransferAtom, transfersAtom } from '#src/features/transfers/transfers.atoms.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { kopecksOf } from '#src/terms/typed-sum.rules.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Chip } from '#src/ui/Chip.tsx';
import { ChipRow } from '#src/ui/ChipRow.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { StepList } from '#src/ui/StepList.tsx';
import styles from './Transfers.module.css';

/** `like`: one that is repeated; what it was stands in the form, and nothing is sent. `kind`: what the way here was about. */
type Props = {
  tree: TreeSlot;
  like?: Transfer | undefined;
  kind?: 'own' | undefined;
  onCreated: (transfer: Transfer, sent: SentCode | null) => void;
};

/** Whom and how much. What is typed stays on this phone until it was sent; without a network nothing is sent at all. */
export function NewTransfer({ tree, like, kind: asked, onCreated }: Props) {
  const create = useSetAtom(createTransferAtom);
  const openDraft = useSetAtom(openDraftAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const { user } = useAtomValue(sessionAtom);
  const { data } = useAtomValue(transfersAtom).shown;
  const [keep] = useState(() => openDraft('transfer'));
  const [isInDoubt, setInDoubt] = useState(false);
  useEffect(holdUpdates, []);
  const availableOf = (kind: string) =>
    data?.balances.find(({ account_type: type }) => type === (kind === 'own' ? 1 : 0))?.available ?? null;
  const form = useForm<TransferFields>({
    initial: EMPTY_TRANSFER,
    keep,
    judge: (fields) => judgeTransfer(fields, availableOf(fields.kind)),
    send: async (fields) => {
      try {
        const { transfer, confirmation } = await create({ body: bodyOf(fields), onDoubt: () => setInDoubt(true) });
        onCreated(transfer, confirmation);
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      } finally {
        setInDoubt(false);
      }
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!like) {
      if (asked) form.set({ kind: asked });
      return;
    }
    form.set(fieldsLike(like));
    heading.current?.focus();
    // Once: a form for another one is another component (`key`).
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const { kind, amount } = form.values;
  const isOwn = kind === 'own';
  const onLs = availableOf('cons');
  /** Of a transfer to somebody else that is otherwise allowed. */
  const wanted = isOwn ? 0 : (kopecksOf(amount) ?? 0);
  const lacking = onLs !== null && wanted <= TRANSFER_LIMITS.maxKop ? Math.max(0, wanted - onLs) : 0;
  /** КС gives nothing smaller. */
  const taken = Math.max(lacking, OWN_TRANSFER_MIN_KOP);
  return (
    <Form form={form} name="transfer">
      <h2 ref={heading} tabIndex={-1}>
        Новый перевод
      </h2>
      <ChipRow label="Куда перевести">
        <Chip pressed={!isOwn} onClick={() => form.set({ kind: 'cons' })}>
          Консультанту
        </Chip>
        <Chip pressed={isOwn} onClick={() => form.set({ kind: 'own' })}>
          С КС на свой ЛС
        </Chip>
      </ChipRow>
      {!isOwn && <StepList steps={TRANSFER_STEPS} at={0} label="Шаги перевода" />}
      {!isOwn && <RecipientField tree={tree} known={like?.to} />}
      <FormText
        name="amount"
        label="Сумма, ₽"
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        className={styles.amount}
      />
      <After available={availableOf(kind)} kop={kopecksOf(amount)} isOwn={isOwn} />
      {lacking > 0 && taken <= (availableOf('own') ?? 0) && (
        <TakeFromKs sum={taken} isOff={!isOnline || user.readonly} />
      )}
      {!isOwn && (
        <FormText name="comment" label="Сообщение, по желанию" autoComplete="off" maxLength={TRANSFER_COMMENT_MAX} />
      )}
      {!isOwn && (
        <p className="small soft">
          За раз от 100 до 50 000 ₽, за день до 100 000 ₽ и 10 переводов.
          {data && data.day.amount > 0 && (
            <>
              {' '}
              Сегодня осталось {formatMoney(data.day.amount)}, переводов: <span className="num">{data.day.count}</span>.
            </>
          )}
        </p>
      )}
      <SubmitButton
        busy={isInDoubt ? 'Проверяем…' : isOwn ? 'Переводим…' : 'Отправляем код…'}
        reason={
          user.readonly
            ? 'Кабинет открыт только для просмотра: переводы недоступны.'
            : isOnline
              ? null
              : `${MESSAGES.needInternet}. Набранное остаётся на\u00a0этом устройстве.`
        }
      >
        {isOwn ? 'Перевести' : 'Получить код'}
      </SubmitButton>
    </Form>
  );
}

/** What is there now, and what would be left. */
function After({ available, kop, isOwn }: { available: number | null; kop: number | null; isOwn: boolean }) {
  if (available === null) return null;
  const account = ACCOUNT_NAMES[isOwn ? 1 : 0].split(' ')[0];
  return (
    <ul className={styles.leads}>
      <li>
        <Lead name={`На ${account} доступно`} value={formatMoney(available)} />
      </li>
      {kop !== null && kop > 0 && kop <= available && (
        <li>
          <Lead name="После перевода" value={formatMoney(available - kop)} strong />
        </li>
      )}
    </ul>
  );
}
