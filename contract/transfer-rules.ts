// Limits and states of transfers, which page and shop share (docs/product/money.md#transfers). No library in here. Sums are kopecks.

/** КС → own ЛС: at least so much. */
export const OWN_TRANSFER_MIN_KOP = 1_00;
/** To another consultant: one transfer, and all of one day in Moscow. */
export const TRANSFER_LIMITS = { minKop: 100_00, maxKop: 50_000_00, dayKop: 100_000_00, dayCount: 10 } as const;
export const TRANSFER_COMMENT_MAX = 140;

export const TRANSFER_KINDS = ['own', 'cons'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];
export const TRANSFER_STATES = ['draft', 'wait_code', 'done', 'cancelled', 'expired', 'rejected'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** Every change of state that may happen; from the others there is no way on. */
const NEXT: Readonly<Record<TransferState, readonly TransferState[]>> = {
  draft: ['wait_code', 'done'],
  wait_code: ['done', 'cancelled', 'expired', 'rejected'],
  done: [],
  cancelled: [],
  expired: [],
  rejected: [],
};
export const mayBecome = (from: TransferState, to: TransferState): boolean => NEXT[from].includes(to);

/** As a list and the page of a transfer say it. */
export const TRANSFER_STATE_WORDS: Readonly<Record<TransferState, string>> = {
  draft: 'создан',
  wait_code: 'ждёт кода',
  done: 'исполнен',
  cancelled: 'отменён',
  expired: 'код не введён',
  rejected: 'отклонён',
};

/** «Иван П.»: as much of a name as a stranger is shown. A name of one word is shown as it is. */
export function maskName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last === undefined ? first : `${first} ${last[0]!.toUpperCase()}.`;
}
