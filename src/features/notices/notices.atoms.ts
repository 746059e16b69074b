import { atom } from 'jotai';
import { LIMITS } from '#contract/tables.ts';
import type { Saved } from '#src/platform/queue.atoms.ts';

/** A line at the bottom for 5 s, with at most one action («Вернуть»). */
export type Toast = { id: number; text: string; action?: { label: string; run: () => void } };
/** The specification's dialog: «Уведомление» or «Ошибка», button «ОК», closes by a click outside. */
export type Dialog = { title: 'Уведомление' | 'Ошибка'; text: string; onClose?: () => void };

let lastId = 0;
export const toastsAtom = atom<readonly Toast[]>([]);
export const dialogAtom = atom<Dialog | null>(null);

export const closeToastAtom = atom(null, (get, set, id: number) =>
  set(
    toastsAtom,
    get(toastsAtom).filter((toast) => toast.id !== id),
  ),
);
export const showToastAtom = atom(null, (get, set, toast: Omit<Toast, 'id'>) => {
  lastId += 1;
  const id = lastId;
  // One at a time is enough for a person; the newest wins.
  set(toastsAtom, [...get(toastsAtom).slice(-1), { ...toast, id }]);
  setTimeout(() => set(closeToastAtom, id), LIMITS.toastMs);
  return id;
});
export const showDialogAtom = atom(null, (_get, set, dialog: Dialog) => set(dialogAtom, dialog));
export const closeDialogAtom = atom(null, (get, set) => {
  const dialog = get(dialogAtom);
  set(dialogAtom, null);
  dialog?.onClose?.();
});
/** Says «saved» only of what is: a gesture that the phone could not keep is told. */
export const notSavedAtom = atom(null, (_get, set, saved: Saved) => {
  if (saved !== 'queued') set(showToastAtom, { text: NOT_SAVED[saved] });
});
const NOT_SAVED = {
  full: 'Не сохранено: на телефоне нет места. Освободите память и повторите',
  lost: 'Не сохранено. Попробуйте ещё раз',
  unjudged: 'Ответы этого теста уже ждут проверки',
};
