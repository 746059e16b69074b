import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Kopecks } from '#contract/money.ts';
import { Code, SentCode } from '#contract/registration.ts';
import { okWord } from '#contract/reply.ts';

// A person's data as a whole: the archive of it (docs/product/law.md#export) and its end (docs/product/law.md#deletion).

const common = { word: 'personal-data', dialect: 'word', needs: 'account' } as const;

// ── 1 The archive ───────────────────────────────────────────────────────────────────────────────
const Export = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'ready', 'failed']),
  /** Sections that are done, of how many. */
  done: z.int(),
  parts: z.int(),
  asked_at: z.string(),
  ready_at: z.nullable(z.string()),
  /** Until then it can be fetched. */
  expires_at: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
});
export type Export = z.infer<typeof Export>;
const Exports = z.object({
  ...okWord,
  server_time: z.string(),
  /** The last one; null when there is none, or when its time is over. */
  export: z.nullable(Export),
  /** From then on a new one may be asked for; null: now. */
  next_at: z.nullable(z.string()),
});
export type Exports = z.infer<typeof Exports>;

export const getDataExport = defineCall({
  ...common,
  name: 'getDataExport',
  summary: 'Мои данные: готов ли архив',
  method: 'GET',
  path: '/api/data-export',
  reply: Exports,
});
/** Asked for twice it is made once. */
export const askDataExport = defineCall({
  ...common,
  name: 'askDataExport',
  summary: 'Мои данные: собрать архив',
  method: 'POST',
  path: '/api/data-export',
  limit: { caller: 20 },
  reply: Exports,
});
/** The archive itself. Only its owner's session opens it; to anybody else there is no such archive. */
export const getDataExportFile = defineCall({
  ...common,
  name: 'getDataExportFile',
  summary: 'Мои данные: скачать архив',
  method: 'GET',
  path: '/api/data-export/:id/file',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  reply: z.unknown(),
});

// ── 2 The end of an account ─────────────────────────────────────────────────────────────────────
const Deletion = z.object({
  ...okWord,
  server_time: z.string(),
  /** The day it goes; null: nobody has asked for it. */
  delete_at: z.nullable(z.string()),
  /** On which day it would go if it were asked for now. */
  would_at: z.string(),
  /** Where a code can be sent, masked; null for an account without a confirmed address. */
  code_to: z.nullable(z.string()),
  has_password: z.boolean(),
  balances: z.array(z.object({ account_type: z.int(), name: z.string(), amount: Kopecks, becomes: z.string() })),
  people_below: z.int(),
  open_orders: z.int(),
  /** It waits for somebody to settle this first. */
  waits_for_shop: z.boolean(),
  /** Why it cannot be ended here at all. */
  refused: z.nullable(z.string()),
});
export type Deletion = z.infer<typeof Deletion>;

export const getDeletion = defineCall({
  ...common,
  name: 'getDeletion',
  summary: 'Удаление аккаунта: что будет',
  method: 'GET',
  path: '/api/account/delete',
  reply: Deletion,
});
export const sendDeletionCode = defineCall({
  ...common,
  name: 'sendDeletionCode',
  summary: 'Удаление аккаунта: прислать код',
  method: 'POST',
  path: '/api/account/delete/send-code',
  limit: { caller: 20 },
  reply: z.object({ ...okWord, message: z.string(), confirmation: SentCode }),
});
/** By the password or by a code. Asked for twice the first day stands. */
export const deleteAccount = defineCall({
  ...common,
  name: 'deleteAccount',
  summary: 'Удаление аккаунта: подтвердить',
  method: 'POST',
  path: '/api/account/delete',
  limit: { caller: 20 },
  body: z
    .object({ code: z.optional(Code), password: z.optional(z.string().check(z.minLength(1), z.maxLength(200))) })
    .check(
      z.refine(({ code, password }) => code !== undefined || password !== undefined, {
        path: ['password'],
        error: 'Введите пароль или код из сообщения',
      }),
    ),
  reply: Deletion,
});
/** Said a second time it stays as it is. */
export const restoreAccount = defineCall({
  ...common,
  name: 'restoreAccount',
  summary: 'Отменить удаление аккаунта',
  method: 'POST',
  path: '/api/account/restore',
  reply: Deletion,
});
