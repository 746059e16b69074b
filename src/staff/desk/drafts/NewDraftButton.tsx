import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { showDialogAtom } from '#src/features/notices/notices.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { openNewDraftAtom } from '#src/staff/desk/drafts/desk-drafts.atoms.ts';
import { Button } from '#src/ui/Button.tsx';

/** «Новый заказ»: the shop keeps it from the first letter on. */
export function NewDraftButton() {
  const [, go] = useLocation();
  const open = useSetAtom(openNewDraftAtom);
  const tell = useSetAtom(showDialogAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    if (isBusy || !isOnline) return;
    setBusy(true);
    try {
      go(`/desk/drafts/${await open()}`);
    } catch (error) {
      tell({ title: 'Ошибка', text: failureText(failureOf(error)) });
      setBusy(false);
    }
  };
  return (
    <Button kind="leaf" aria-disabled={isBusy || !isOnline || undefined} onClick={() => void start()}>
      {isBusy ? 'Открываем…' : isOnline ? 'Новый заказ' : 'Новый заказ: нужен интернет'}
    </Button>
  );
}
