import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { ProductConflict } from '#contract/desk-products.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { ConflictSheet } from '#src/staff/desk/products/ConflictSheet.tsx';
import { draftAtom, openDraftsAtom, publishAtom, setDraftAtom } from '#src/staff/desk/products/desk-products.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { pluralOf } from '#src/ui/numbers.ts';
import styles from './DeskProducts.module.css';

const GOODS = { one: 'товар', few: 'товара', many: 'товаров', other: 'товара' };

/** What waits to be published, on every page of products. Nothing is drawn while there is nothing. */
export function DraftBar() {
  const draft = useAtomValue(draftAtom);
  const openDrafts = useSetAtom(openDraftsAtom);
  const setDraft = useSetAtom(setDraftAtom);
  const publish = useSetAtom(publishAtom);
  const toast = useSetAtom(showToastAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflicts, setConflicts] = useState<readonly ProductConflict[]>([]);
  useEffect(() => {
    void openDrafts();
  }, [openDrafts]);
  const count = Object.keys(draft).length;
  if (count === 0) return null;
  const words = `${count} ${pluralOf(count, GOODS)}`;
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    setConflicts([]);
    const outcome = await publish();
    setBusy(false);
    if (outcome.kind === 'done') toast({ text: `Опубликовано: ${outcome.count} ${pluralOf(outcome.count, GOODS)}` });
    else if (outcome.kind === 'conflict') setConflicts(outcome.conflicts);
    else setError(outcome.kind === 'refused' ? outcome.message : failureText(outcome.failure));
  };
  return (
    <section className={styles.bar} aria-label="Не опубликовано">
      <p>
        <b>Изменено: {words}</b>
        <span className="small soft"> Покупатели увидят после публикации.</span>
      </p>
      {error !== null && (
        <p role="alert" className={styles.refused}>
          {error}
        </p>
      )}
      {!isOnline && (
        <p id="products-offline" className="small soft">
          Без интернета черновик остаётся на этом устройстве.
        </p>
      )}
      <div className={styles.actions}>
        <Button
          kind="leaf"
          disabled={!isOnline}
          aria-describedby={isOnline ? undefined : 'products-offline'}
          aria-busy={isBusy || undefined}
          onClick={() => void send()}
        >
          {isBusy ? 'Публикуем…' : 'Опубликовать'}
        </Button>
        <Button
          kind="line"
          onClick={() => {
            setDraft({});
            setError(null);
            toast({ text: 'Изменения отменены', action: { label: 'Вернуть', run: () => setDraft(draft) } });
          }}
        >
          Отменить
        </Button>
      </div>
      <ConflictSheet conflicts={conflicts} onClose={() => setConflicts([])} />
    </section>
  );
}
