import { atom } from 'jotai';
import type { RejectedRecord } from '#src/offline/outbox/record.ts';
import { showDialogAtom } from '#src/features/notices/notices.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { repeatAtom } from '#src/sync-client/sync.atoms.ts';

/**
 * «Повторить», of one entry or of all that stand in one row. After 40 days the server may have forgotten the key: then only
 * the person can tell, by what the shop holds now (docs/product/offline.md#refusals).
 */
export const repeatRefusedAtom = atom(null, async (get, set, ...entries: RejectedRecord[]): Promise<void> => {
  const asked: RejectedRecord[] = [];
  for (const rejected of entries) if ((await set(repeatAtom, rejected)) === 'ask') asked.push(rejected);
  if (asked.length === 0) return;
  const anyway = async () => {
    for (const rejected of asked) await set(repeatAtom, rejected, true);
  };
  const title = asked[0]?.record.seen.title;
  // The shop is asked before the person is, but it may not have been reached.
  const shown = get(networkAtom).isOnline
    ? 'Сейчас показано то, что\u00a0в\u00a0магазине.'
    : 'Связи нет: показано то, что\u00a0магазин отвечал в\u00a0последний раз.';
  set(showDialogAtom, {
    title: 'Уведомление',
    text: `${title ? `${title}: ` : ''}${UNKNOWN} ${shown} ${CHOICE}`,
    closeLabel: 'Не отправлять',
    action: { label: 'Отправить всё равно', run: () => void anyway().catch(() => {}) },
  });
});
const UNKNOWN = 'Прошло больше 40\u00a0дней, и\u00a0мы не\u00a0знаем, дошло ли это до\u00a0магазина.';
const CHOICE = 'Если этого там нет, отправьте. Если есть, не\u00a0отправляйте: будет сделано дважды.';
