import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { okWord } from '#contract/reply.ts';

/** For the menu of the cabinet, beside every screen of it; what was written: contract/notifications.ts. */
export const getUnread = defineCall({
  word: 'notifications',
  dialect: 'word',
  name: 'getUnread',
  needs: 'account',
  summary: 'Сколько уведомлений не прочитано',
  method: 'GET',
  path: '/api/notifications/unread',
  reply: z.object({ ...okWord, unread: z.int() }),
});
