import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { dayOf } from '#src/features/personal-data/days.rules.ts';
import { DeletionSheet } from '#src/features/personal-data/DeletionSheet.tsx';
import { deletionAtom, loadDeletionAtom, restoreAccountAtom } from '#src/features/personal-data/personal-data.atoms.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './PersonalData.module.css';

/** «Удалить аккаунт»: what will be is said before, and for thirty days it can be taken back (docs/product/law.md#deletion). */
export function DeletionCard() {
  const data = useAtomValue(deletionAtom);
  const load = useSetAtom(loadDeletionAtom);
  const { uid, user } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    load().then(
      () => setWords(null),
      (error: unknown) => setWords(failureText(failureOf(error))),
    );
    // Another device, or the note above, may have taken it back.
  }, [load, uid, returns, user.delete_at]);
  return (
    <section id="udalenie" className={`card ${styles.card}`} aria-labelledby="deletion-title">
      <h2 id="deletion-title">Удалить аккаунт</h2>
      {data?.delete_at ? (
        <Leaving day={dayOf(data.delete_at)} waits={data.waits_for_shop} isOnline={isOnline} />
      ) : (
        <>
          <p className="soft">
            Имя, контакты, адреса и{'\u00a0'}входы сотрутся через 30{'\u00a0'}дней. До этого можно войти и{'\u00a0'}
            передумать. Заказы и{'\u00a0'}чеки останутся без имени: так велит закон.
          </p>
          {data?.refused ? (
            <Note icon="lock">{data.refused}</Note>
          ) : (
            <Button
              kind="line"
              wide
              className={styles.danger}
              disabled={!isOnline || !data}
              aria-describedby={isOnline ? undefined : 'deletion-offline'}
              onClick={() => setOpen(true)}
            >
              Удалить аккаунт
            </Button>
          )}
          {!isOnline && (
            <p id="deletion-offline" className="small soft">
              Нужен интернет: удаление подтверждает магазин.
            </p>
          )}
        </>
      )}
      {words !== null && !data && isOnline && (
        <Note kind="error" icon="alert">
          {words}
        </Note>
      )}
      {isOpen && data && <DeletionSheet data={data} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Leaving({ day, waits, isOnline }: { day: string; waits: boolean; isOnline: boolean }) {
  const restore = useSetAtom(restoreAccountAtom);
  const toast = useSetAtom(showToastAtom);
  const [isBusy, setBusy] = useState(false);
  const stay = async () => {
    setBusy(true);
    try {
      await restore();
      toast({ text: 'Удаление отменено, всё осталось как было' });
    } catch (error) {
      setBusy(false);
      toast({ text: failureText(failureOf(error)) });
    }
  };
  return (
    <>
      <p>
        Аккаунт удалится <b>{day}</b>. До этого дня можно передумать. Новые заказы закрыты.
      </p>
      {waits && (
        <p className="small soft">
          На счетах или в{'\u00a0'}заказах ещё что-то есть: магазин рассчитается по договору, и{'\u00a0'}до этого
          аккаунт не{'\u00a0'}удалится.
        </p>
      )}
      <Button
        kind="leaf"
        wide
        disabled={!isOnline}
        aria-busy={isBusy || undefined}
        onClick={() => isBusy || void stay()}
      >
        {isBusy ? 'Отменяем…' : 'Отменить удаление'}
      </Button>
    </>
  );
}
