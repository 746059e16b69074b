import type { Ledger } from '#src/offline/outbox/ledger.rules.ts';

/** Everything that helps to find a fault, and nothing that tells whose phone it is. */
export type Diagnostics = {
  build: string;
  at: string;
  isOnline: boolean;
  /** What the browser believes, and what it says of the connection. */
  hint: boolean;
  connection: string;
  worker: string;
  catalogue: { rev: string | null; total: number; asOf: string | null; sync: string };
  queue: { pending: number; sending: number; rejected: number; outcomes: number };
  books: readonly { ledger: Ledger; pending: number; rejected: number; isBalanced: boolean }[];
  isMemory: boolean;
  storage: { total: number | null; isPersisted: boolean | null };
  lines: readonly string[];
};
const LINES = 40;

export function diagnosticsText(facts: Diagnostics): string {
  const { catalogue, queue, storage } = facts;
  const yes = (value: boolean | null) => (value === null ? 'неизвестно' : value ? 'да' : 'нет');
  return [
    `Росток, сборка ${facts.build}, ${facts.at}`,
    `сеть: ${facts.isOnline ? 'отвечает' : 'не отвечает'}; браузер думает: ${facts.hint ? 'есть' : 'нет'}; ${facts.connection}`,
    `служебный поток: ${facts.worker}`,
    `каталог: ${catalogue.rev ?? 'нет'}, товаров ${catalogue.total}, на ${catalogue.asOf ?? '—'}, ${catalogue.sync}`,
    `очередь: ждёт ${queue.pending}, в пути ${queue.sending}, не отправлено ${queue.rejected}, не показано ${queue.outcomes}`,
    ...facts.books.map(bookLine),
    `память: ${facts.isMemory ? 'только до закрытия страницы' : 'на телефоне'}; занято ${storage.total ?? '—'} байт; хранить постоянно: ${yes(storage.isPersisted)}`,
    ...facts.lines.slice(-LINES).map(withoutNames),
  ].join('\n');
}

/** The ledger equation (docs/product/offline.md#ledger): what came in is what went out, and what is here. */
function bookLine({ ledger, pending, rejected, isBalanced }: Diagnostics['books'][number]): string {
  const { enqueued, acked, collapsed, discarded, moved, quarantined } = ledger;
  return `книга: ${enqueued} = принято ${acked} + отложено ${rejected} + сложено ${collapsed} + убрано ${discarded} + перенесено ${moved} + не прочитано ${quarantined} + ждёт ${pending}: ${isBalanced ? 'сходится' : 'НЕ СХОДИТСЯ'}`;
}

/** A line comes from errors too: ids, addresses and numbers of people are taken out of it. */
export const withoutNames = (line: string): string =>
  line
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\+?\d[\d\s()-]{8,}\d/g, '…');
