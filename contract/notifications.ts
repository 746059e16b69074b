import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { okWord } from '#contract/reply.ts';

// What an account is told, and the browsers that show it (docs/product/notifications.md).

const Id = z.int().check(z.positive(), z.maximum(2_147_483_647));

export const Notification = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  /** Screen of the shop that it leads to. */
  path: z.string(),
  /** ISO time. */
  at: z.string(),
  is_read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const getNotifications = defineCall({
  name: 'getNotifications',
  needs: 'account',
  summary: 'Уведомления: новые сверху, по тридцать; `before` — номер, старше которого',
  word: 'notifications',
  method: 'GET',
  path: '/api/notifications',
  dialect: 'word',
  query: z.object({ before: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647))) }),
  reply: z.object({
    ...okWord,
    rows: z.array(Notification),
    /** Of all of them. */
    unread: z.int(),
    has_more: z.boolean(),
    server_time: z.string(),
  }),
  fieldWords: { before: 'Номер уведомления — целое число больше нуля' },
});

/** What came after `up_to` was not on the screen, so it stays unread. */
export const readNotifications = defineCall({
  name: 'readNotifications',
  needs: 'account',
  summary: 'Прочитаны все уведомления до этого номера включительно',
  word: 'notifications',
  method: 'POST',
  path: '/api/notifications/read',
  dialect: 'word',
  body: z.object({ up_to: Id }),
  reply: z.object({ ...okWord, unread: z.int() }),
  fieldWords: { up_to: 'Номер уведомления — целое число больше нуля' },
});

const Endpoint = z.string().check(z.maxLength(1000), z.url());
/** 65 bytes and 16 bytes in base64url (RFC 8291). */
const P256dh = z.string().check(z.regex(/^[\w-]{87}=?$/));
const Auth = z.string().check(z.regex(/^[\w-]{22}(==)?$/));

/** Asked at a start and in the settings: a browser that still shows a subscription may have lost it at the shop. */
export const getPushState = defineCall({
  name: 'getPushState',
  needs: 'account',
  summary: 'Ключ магазина для push-уведомлений, и знает ли магазин эту подписку',
  word: 'notifications',
  method: 'POST',
  path: '/api/push/state',
  dialect: 'word',
  body: z.object({ endpoint: z.nullable(Endpoint) }),
  reply: z.object({ ...okWord, public_key: z.string(), is_known: z.boolean() }),
});

export const subscribePush = defineCall({
  name: 'subscribePush',
  needs: 'account',
  limit: { caller: 30, network: 600 },
  summary: 'Показывать уведомления в этом браузере',
  word: 'notifications',
  method: 'POST',
  path: '/api/push/subscribe',
  dialect: 'word',
  body: z.object({ endpoint: Endpoint, p256dh: P256dh, auth: Auth }),
  reply: z.object({ ...okWord }),
});

export const unsubscribePush = defineCall({
  name: 'unsubscribePush',
  needs: 'account',
  summary: 'Больше не показывать уведомления в этом браузере',
  word: 'notifications',
  method: 'POST',
  path: '/api/push/unsubscribe',
  dialect: 'word',
  body: z.object({ endpoint: Endpoint }),
  reply: z.object({ ...okWord }),
});
