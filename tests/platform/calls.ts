import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { okNumber, okWord } from '#contract/reply.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { authRequired, forbidden, invalid, notFound, RefusedError } from '#server/platform/refuse.ts';

/** Calls of the tests alone: what a handler may do, without any feature. The effect is a row in `deeds`. */
const Body = z.object({ how: z.string() });
/** The deed `held` stands in the middle of its transaction until this settles. */
export const hold = { until: Promise.resolve() };
export const deed = defineCall({
  name: 'testDeed',
  summary: 'Проверка повторов',
  word: 'notices',
  needs: 'anyone',
  method: 'POST',
  path: '/cart/test-deed',
  dialect: 'number',
  keyed: true,
  body: Body,
  reply: z.object({ ...okNumber, n: z.int() }),
});
export const plainDeed = defineCall({
  name: 'testPlainDeed',
  summary: 'Проверка без ключа',
  word: 'notices',
  needs: 'anyone',
  method: 'POST',
  path: '/api/test-plain',
  dialect: 'word',
  body: Body,
  reply: z.object({ ...okWord, n: z.int() }),
});
export const getDeed = defineCall({
  name: 'testGetDeed',
  summary: 'GET, меняющий состояние',
  word: 'notices',
  needs: 'anyone',
  method: 'GET',
  path: '/api/test-get/:id',
  dialect: 'word',
  changes: true,
  params: z.object({ id: z.string().check(z.regex(/^\d+$/)) }),
  reply: z.object({ ...okWord }),
});

const OUTCOMES: Record<string, () => Error> = {
  // A wrong code: the deed rolls back, the try counts.
  wrongCode: () =>
    new RefusedError('code_wrong', 'Код не подходит', {
      count: async (db) => void (await db.execute(sql`insert into tries default values`)),
    }),
  // The last try of a code: refused in a way that is not stored, and counted all the same.
  lastCode: () =>
    new RefusedError('too_many', 'Слишком много', {
      http: 429,
      retryAfter: 60,
      count: async (db) => void (await db.execute(sql`insert into tries default values`)),
    }),
  refuse: () => new RefusedError('qty_limit', 'Больше добавить нельзя'),
  fields: () => invalid({ how: ['Заполните поле'] }),
  missing: () => notFound('Нет такого'),
  auth: () => authRequired(),
  forbidden: () => forbidden(),
  many: () => new RefusedError('too_many', 'Слишком много', { http: 429, retryAfter: 7 }),
  crash: () => new Error('secret detail of the inside'),
};

export function testRoutes(app: FastifyInstance, shop: Shop): void {
  const work: Parameters<typeof mount<typeof deed>>[3] = async ({ body, tx }) => {
    await tx.execute(sql`insert into deeds (how) values (${body.how})`);
    if (body.how === 'held') await hold.until;
    const fail = OUTCOMES[body.how];
    if (fail) throw fail();
    const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from deeds`);
    return { n: rows[0]?.n ?? 0 };
  };
  mount(app, shop, deed, work);
  mount(app, shop, plainDeed, work as never);
  mount(app, shop, getDeed, async () => ({}));
}

export const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'rostok' };
export const newKey = (): string => randomUUID();
