import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { MESSAGES } from '#contract/messages.ts';
import { confirmPayment } from '#server/features/acquiring/acquiring.jobs.ts';
import { confirm } from '#server/features/acquiring/confirm.commands.ts';
import { receiveMessage } from '#server/features/acquiring/receive-message.ts';
import { sendReceiptPage } from '#server/features/acquiring/receipt-page.ts';
import { sendSandboxPage } from '#server/features/acquiring/sandbox-page.ts';
import { findReceiptByToken } from '#server/features/payments/payments.queries.ts';
import type { SandboxDesk } from '#server/gates/payments/port.ts';
import type { Env } from '#server/platform/env.ts';
import type { Shop } from '#server/platform/mount.ts';
import { notFound, RefusedError } from '#server/platform/refuse.ts';

// What stands under /pay/ beside the contract: providers and browsers on their way know nothing of our envelopes, so forms are
// read here and nowhere else. Contents: 1 the routes, 2 the sandbox

// ── 1 The routes ────────────────────────────────────────────────────────────────────────────────
export function payPages(
  app: FastifyInstance,
  shop: Shop,
  env: Pick<Env, 'shopName' | 'publicUrl' | 'production'>,
): void {
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, parsed) =>
      parsed(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    for (const provider of ['yookassa', 'robokassa', 'sber'] as const) {
      const method = provider === 'yookassa' ? 'POST' : ['GET', 'POST'];
      scope.route({
        method,
        url: `/pay/webhook/${provider}`,
        handler: (request, reply) => receiveMessage(shop, provider, request, reply),
      });
    }
    // Switched off: every payment of that bank is answered «no» (server/gates/payments/gpb.ts).
    for (const call of ['check', 'register'] as const)
      scope.route({
        method: ['GET', 'POST'],
        url: `/pay/gpb/${call}`,
        handler: (request, reply) => {
          request.log.warn({ provider: 'gpb', reason: 'switched off' }, 'payment message refused');
          return reply.code(403).type('text/plain; charset=utf-8').send('');
        },
      });
    scope.get('/pay/receipt/:token', async (request, reply) => {
      const { token } = request.params as { token: string };
      const receipt = await findReceiptByToken(shop.db, token);
      if (!receipt) throw notFound(MESSAGES.receiptNotFound);
      return sendReceiptPage(reply, receipt, env.shopName, !env.production);
    });
    const desk = shop.gates.payments.sandbox;
    if (desk) sandboxRoutes(scope, shop, env, desk);
    done();
  });
}

// ── 2 The sandbox ───────────────────────────────────────────────────────────────────────────────
const Action = z.object({
  action: z.enum(['pay', 'decline', 'expire']),
  delay_ms: z._default(z.coerce.number().check(z.gte(0), z.lte(3_600_000)), 0),
});
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

function sandboxRoutes(
  scope: FastifyInstance,
  shop: Shop,
  env: Pick<Env, 'shopName' | 'publicUrl'>,
  desk: SandboxDesk,
): void {
  const find = async (token: string) => {
    const payment = TOKEN.test(token) ? await desk.find(token) : undefined;
    if (!payment) throw notFound(MESSAGES.unknownCall);
    return payment;
  };
  const show = async (reply: FastifyReply, token: string, http = 200) => {
    const payment = await find(token);
    const url = `${env.publicUrl}/pay/sandbox/${token}`;
    return sendSandboxPage(reply, { payment, shopName: env.shopName, url, now: shop.now(), http });
  };
  scope.get('/pay/sandbox/:token', (request, reply) => show(reply, (request.params as { token: string }).token));
  scope.post('/pay/sandbox/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const payment = await find(token);
    const asked = Action.safeParse(request.body);
    if (!asked.success) throw new RefusedError('bad_request', MESSAGES.badRequest, { http: 400 });
    const { action, delay_ms: delayMs } = asked.data;
    const isOver = payment.expiresAt <= shop.now() && action === 'pay';
    if (isOver || !(await desk.act(token, action, delayMs))) return show(reply, token, 409);
    // As with a bank: the shop hears of it, asks, and only then knows. What fails here the job asks again.
    if (delayMs === 0)
      await confirm(shop, payment.paymentId, 'sandbox').catch((error: unknown) =>
        request.log.warn({ err: error }, 'sandbox'),
      );
    const data = { paymentId: payment.paymentId, source: 'sandbox' } as const;
    await shop.db.transaction((tx) =>
      shop.jobs.send(tx, confirmPayment, data, { startAfterSeconds: Math.ceil(delayMs / 1000) }),
    );
    return reply.header('cache-control', 'no-store').redirect(payment.returnUrl, 303);
  });
}
