import type { FastifyInstance } from 'fastify';
import { callConsultant, SEARCH_MIN, searchConsultants } from '#contract/consultants.ts';
import { callBack } from '#server/features/consultants/call-back.ts';
import { findConsultants, findOwnPeople } from '#server/features/consultants/search.queries.ts';
import { readSearch } from '#server/features/consultants/search.rules.ts';
import type { Env } from '#server/platform/env.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { invalid } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

export function consultantsRoutes(app: FastifyInstance, shop: Shop, env: Env): void {
  mount(app, shop, searchConsultants, async ({ body, tx, session }) => {
    const wanted = readSearch(body.search);
    if (wanted === 'short') throw invalid({ search: [`Введите не меньше ${SEARCH_MIN} букв или цифр`] });
    if (wanted === 'none') return { items: [] };
    const find = body.scope === 'structure' ? findOwnPeople : findConsultants;
    return { items: await find(tx, wanted, requireUser(session)) };
  });
  mount(app, shop, callConsultant, (asked) => callBack(shop, env, asked));
}
