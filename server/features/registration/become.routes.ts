import type { FastifyInstance } from 'fastify';
import { applyForWholesale, getWholesaleApplication } from '#contract/consultants.ts';
import { MESSAGES } from '#contract/messages.ts';
import { becomeConsultant } from '#contract/registration.ts';
import { turnConsultant } from '#server/features/registration/become-consultant.ts';
import { findApplication, insertApplication } from '#server/features/registration/wholesale.queries.ts';
import { readUser } from '#server/features/session/enter.commands.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { forbidden, readonlyRefusal, refuse } from '#server/platform/refuse.ts';
import { requireUser, type SessionUser } from '#server/platform/session.ts';

/** A buyer who becomes more than that: a consultant at once, a wholesale buyer when the desk has said yes. */
export function becomeRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, becomeConsultant, async ({ body, tx, session, request, now }) => {
    const { id } = requireUser(session);
    await turnConsultant(tx, id, body, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '', now });
    return { message: 'Теперь вы консультант', user: await readUser(tx, id) };
  });

  mount(app, shop, getWholesaleApplication, async ({ tx, session }) => ({
    application: await findApplication(tx, requireUser(session).id),
  }));
  mount(app, shop, applyForWholesale, async ({ body, tx, session, now }) => {
    const { id } = assertMayApply(requireUser(session));
    const { company, inn, phone, comment } = body;
    const made = await insertApplication(tx, { userId: id, company, inn, phone, comment, createdAt: now });
    const application = made ?? (await findApplication(tx, id));
    if (!application) throw new Error(`an application of account ${id} is neither new nor there`);
    // Sent twice, or from two phones: the first one waits, and this is said.
    return { message: made ? MESSAGES.applicationSent : MESSAGES.applicationWaits, application };
  });
}

/** @throws readonly; forbidden for a consultant, staff and whoever has not confirmed an address; duplicate for a wholesale buyer */
function assertMayApply(user: SessionUser): SessionUser {
  if (user.readonly) throw readonlyRefusal();
  if (user.role === 'optovik') return refuse('duplicate', 'Вы уже покупаете оптом');
  if (user.role === 'user') throw forbidden('Подтвердите e-mail или телефон: после этого можно подать заявку');
  if (user.role !== 'client') throw forbidden('Опт открыт покупателям: у консультанта и сотрудника свои цены');
  return user;
}
