import { atom } from 'jotai';
import type { ParkedRecord } from '#src/offline/outbox/record.ts';
import { showDialogAtom } from '#src/features/notices/notices.atoms.ts';
import { repeatAtom } from '#src/platform/refused.atoms.ts';

/** «Повторить». After 40 days the server may have forgotten the key: then only the person can tell (settled.md §8, Refusals). */
export const repeatRefusedAtom = atom(null, async (_get, set, parked: ParkedRecord): Promise<void> => {
  if ((await set(repeatAtom, parked)) !== 'ask') return;
  set(showDialogAtom, {
    title: 'Уведомление',
    text: 'Прошло больше 40 дней, и мы не знаем, дошло ли это до магазина. Сейчас показано то, что в магазине: если там этого нет, добавьте заново, а здесь нажмите «Убрать».',
  });
});
