import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Kopecks } from '#contract/money.ts';
import { optionalLine } from '#contract/people-fields.ts';
import { Code, SentCode } from '#contract/registration.ts';
import { okNumber } from '#contract/reply.ts';
import {
  OWN_TRANSFER_MIN_KOP,
  TRANSFER_COMMENT_MAX,
  TRANSFER_KINDS,
  TRANSFER_LIMITS,
  TRANSFER_STATES,
} from '#contract/transfer-rules.ts';

// Transfers between accounts (docs/product/money.md#transfers). Never queued: they go online, or not at all.
// Contents: 1 shapes, 2 calls

// ── 1 Shapes ────────────────────────────────────────────────────────────────────────────────────
const Id = z.int().check(z.positive(), z.maximum(2_147_483_647));
export const TransferRecipient = z.object({
  cons_id: z.string(),
  /** Whole for people of one's own structure, «Иван П.» for everybody else. */
  name: z.string(),
  city: z.nullable(z.string()),
  /** Generation below whoever asks, from 1; 0 for their sponsor. */
  line: z.int(),
});
export type TransferRecipient = z.infer<typeof TransferRecipient>;

export const Transfer = z.object({
  id: z.int(),
  created_at: z.string(),
  kind: z.enum(TRANSFER_KINDS),
  /** `in`: somebody else's, who has sent it here. */
  direction: z.enum(['out', 'in']),
  from: z.object({ account_type: z.int(), name: z.string() }),
  /** Of `own` it is the person's own ЛС. */
  to: z.object({ cons_id: z.nullable(z.string()), name: z.string() }),
  amount: Kopecks,
  state: z.enum(TRANSFER_STATES),
  comment: z.string(),
  /** Until when it waits for its code. */
  expires_at: z.nullable(z.string()),
  events: z.array(z.object({ at: z.string(), state: z.enum(TRANSFER_STATES) })),
});
export type Transfer = z.infer<typeof Transfer>;
const Balance = z.object({ account_type: z.int(), amount: Kopecks, available: Kopecks });

const below = `Не меньше ${OWN_TRANSFER_MIN_KOP / 100} ₽`;
const between = 'От 100 до 50 000 ₽ за один перевод';
export const NewTransfer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('own'),
    /** КС; to the own ЛС. */
    from: z.literal(1),
    amount: Kopecks.check(z.minimum(OWN_TRANSFER_MIN_KOP, { error: below })),
    comment: optionalLine(TRANSFER_COMMENT_MAX),
  }),
  z.object({
    kind: z.literal('cons'),
    /** ЛС; to the ЛС of another consultant. */
    from: z.literal(0),
    to_cons_id: z.string().check(z.trim(), z.regex(/^\d{8}$/, { error: 'Номер консультанта — восемь цифр' })),
    amount: Kopecks.check(
      z.minimum(TRANSFER_LIMITS.minKop, { error: between }),
      z.maximum(TRANSFER_LIMITS.maxKop, { error: between }),
    ),
    comment: optionalLine(TRANSFER_COMMENT_MAX),
  }),
]);
export type NewTransfer = z.input<typeof NewTransfer>;

// ── 2 Calls ─────────────────────────────────────────────────────────────────────────────────────
const common = { word: 'transfers', dialect: 'number', method: 'POST', needs: 'account.transfer' } as const;
const fieldWords = {
  transfer_id: 'Номер перевода — целое число больше нуля',
  kind: 'Переводы бывают двух видов: себе на ЛС и другому консультанту',
  from: 'С КС переводят на свой ЛС, с ЛС — другому консультанту',
};
const ById = z.object({ transfer_id: Id });

export const getTransfers = defineCall({
  ...common,
  name: 'getTransfers',
  summary: 'Мои переводы: новые сверху, по двадцать; `before` — номер, старше которого',
  method: 'GET',
  path: '/user/transfer/list',
  needs: 'account.view',
  query: z.object({ before: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647))) }),
  reply: z.object({
    ...okNumber,
    transfers: z.array(Transfer),
    has_more: z.boolean(),
    balances: z.array(Balance),
    /** What may still go to other consultants today. */
    day: z.object({ amount: Kopecks, count: z.int() }),
    /** The person's debt: while there is one, no transfer is possible. */
    debt: Kopecks,
    server_time: z.string(),
  }),
});
export type Transfers = z.infer<(typeof getTransfers)['reply']>;

export const findRecipient = defineCall({
  ...common,
  name: 'findRecipient',
  summary: 'Кому уйдёт перевод: человек своей структуры или свой наставник',
  path: '/user/transfer/recipient',
  changes: false,
  limit: { caller: 120 },
  body: z.object({
    to_cons_id: z.string().check(z.trim(), z.regex(/^\d{8}$/, { error: 'Номер консультанта — восемь цифр' })),
  }),
  reply: z.object({ ...okNumber, recipient: TransferRecipient }),
});

/** `own` is done at once; `cons` sets the money aside and waits for a code. */
export const createTransfer = defineCall({
  ...common,
  name: 'createTransfer',
  summary: 'Перевод: создать; другому консультанту — получить код',
  path: '/user/transfer/create',
  keyed: true,
  limit: { caller: 60 },
  body: NewTransfer,
  reply: z.object({
    ...okNumber,
    transfer_id: z.int(),
    transfer: Transfer,
    /** Null: no code is needed. */
    confirmation: z.nullable(SentCode),
  }),
  fieldWords,
});
export const sendTransferCode = defineCall({
  ...common,
  name: 'sendTransferCode',
  summary: 'Перевод: прислать новый код',
  path: '/user/transfer/send-code',
  limit: { caller: 60 },
  body: ById,
  reply: z.object({ ...okNumber, transfer: Transfer, confirmation: SentCode }),
  fieldWords,
});
export const confirmTransfer = defineCall({
  ...common,
  name: 'confirmTransfer',
  summary: 'Перевод: подтвердить кодом',
  path: '/user/transfer/confirm',
  body: z.object({ transfer_id: Id, code: Code }),
  reply: z.object({ ...okNumber, transfer: Transfer, balances: z.array(Balance) }),
  fieldWords,
});
export const cancelTransfer = defineCall({
  ...common,
  name: 'cancelTransfer',
  summary: 'Перевод, который ждёт кода: отменить',
  path: '/user/transfer/cancel',
  keyed: true,
  body: ById,
  reply: z.object({ ...okNumber, transfer: Transfer, balances: z.array(Balance) }),
  fieldWords,
});
export const getTransfer = defineCall({
  ...common,
  name: 'getTransfer',
  summary: 'Один перевод с его историей',
  path: '/user/transfer/detail',
  needs: 'account.view',
  changes: false,
  body: ById,
  reply: z.object({ ...okNumber, transfer: Transfer, server_time: z.string() }),
  fieldWords,
});

/** For the list of all calls. */
export const TRANSFER_CALLS = [
  getTransfers,
  findRecipient,
  createTransfer,
  sendTransferCode,
  confirmTransfer,
  cancelTransfer,
  getTransfer,
];
