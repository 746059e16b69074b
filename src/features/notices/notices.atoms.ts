import { atom } from 'jotai';
import { FIRST_MESSAGES } from '#contract/first-messages.ts';
import { LIMITS } from '#contract/first-tables.ts';
import type { Saved } from '#src/sync-client/sync.atoms.ts';

/** A line at the bottom for 5 s, with at most one action («Вернуть»). */
export type Toast = { id: number; text: string; action?: { label: string; run: () => void } };
/**
 * The specification's dialog: «Уведомление» or «Ошибка», button «ОК», closes by a click outside. One that asks has a second
 * button: `action` is done, then the dialog closes; `closeLabel` names what «ОК» would not.
 */
export type Dialog = {
  title: 'Уведомление' | 'Ошибка';
  text: string;
  /** Below the words: what they mean, and where to turn to. */
  note?: string;
  link?: { href: string; label: string };
  onClose?: () => void;
  action?: { label: string; run: () => void };
  closeLabel?: string;
};
export type ShownDialog = Dialog & { id: number };

/** An account that may only look: the shop's word is kept, its reason and the way out stand with it (docs/product/people.md#roles). */
export const READONLY_WHY = 'Аккаунт только для просмотра';
export const READONLY_DIALOG: Dialog = {
  title: 'Уведомление',
  text: FIRST_MESSAGES.readonly,
  note: `${READONLY_WHY}. Если так быть не\u00a0должно, напишите нам.`,
  link: { href: '/contacts', label: 'Контакты' },
};

let lastId = 0;
export const toastsAtom = atom<readonly Toast[]>([]);
const dialogsAtom = atom<readonly ShownDialog[]>([]);
/** One at a time; the next waits until it has been closed, so that nothing said is lost. */
export const dialogAtom = atom((get) => get(dialogsAtom)[0] ?? null);

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
export const showDialogAtom = atom(null, (get, set, dialog: Dialog) => {
  lastId += 1;
  set(dialogsAtom, [...get(dialogsAtom), { ...dialog, id: lastId }]);
});
/** `id` names the dialog that was on the screen: a second click does not close the next one unread. */
export const closeDialogAtom = atom(null, (get, set, id?: number) => {
  const [dialog, ...others] = get(dialogsAtom);
  if (!dialog || (id && id !== dialog.id)) return;
  set(dialogsAtom, others);
  dialog.onClose?.();
});
/** Says «saved» only of what is: a gesture that the phone could not keep is told. */
export const notSavedAtom = atom(null, (_get, set, saved: Saved) => {
  if (saved === 'queued') return;
  const action = { label: 'Обновить страницу', run: () => location.reload() };
  set(showToastAtom, { text: NOT_SAVED[saved], ...(saved === 'broken' && { action }) });
});
export const NOT_SAVED: Record<Exclude<Saved, 'queued'>, string> = {
  full: 'Не сохранено: на телефоне нет места. Освободите память и повторите',
  broken: 'Не сохранено: память телефона не отвечает. Обновите страницу',
  lost: 'Не сохранено. Попробуйте ещё раз',
  unjudged: 'Ответы этого теста уже ждут проверки',
};
