import type { FastifyInstance } from 'fastify';
import { codesFor, PAYMENT_METHODS, type PaymentCode } from '#contract/payment-methods.ts';
import { getPaymentMethods, getPaymentStatus, type OfferedMethod } from '#contract/payments.ts';
import { getDeposit } from '#contract/deposits.ts';
import { depositLink } from '#server/features/acquiring/deposit-link.ts';
import { readDeposit } from '#server/features/acquiring/read-deposit.ts';
import { methodChange } from '#server/features/acquiring/change-method.ts';
import { payPages } from '#server/features/acquiring/pay-pages.routes.ts';
import { paymentLink } from '#server/features/acquiring/payment-link.ts';
import { readPaymentStatus } from '#server/features/acquiring/payment-status.ts';
import { isServed } from '#server/features/payments/served.rules.ts';
import type { PaymentGate } from '#server/gates/payments/port.ts';
import type { Env } from '#server/platform/env.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { mountOutside } from '#server/platform/outside.ts';

/** How an order becomes paid (docs/product/payments.md). */
export function acquiringRoutes(app: FastifyInstance, shop: Shop, env: Env): void {
  const { payments } = shop.gates;
  mount(app, shop, getPaymentMethods, async ({ session }) => ({
    methods: codesFor(session.user)
      .filter((code) => isServed(code, payments))
      .map((code) => offered(code, payments)),
    requisites: payments.requisites,
  }));
  mountOutside(app, shop, paymentLink);
  mountOutside(app, shop, methodChange);
  mountOutside(app, shop, depositLink);
  mount(app, shop, getDeposit, (asked) => readDeposit(asked, shop));
  mount(app, shop, getPaymentStatus, (asked) => readPaymentStatus(asked, shop));
  payPages(app, shop, env);
}

function offered(code: PaymentCode, gate: PaymentGate): OfferedMethod {
  const { name, way, isFirst, hint = null } = PAYMENT_METHODS[code];
  const isTest = way === 'link' && gate.providerOf(code)?.name === 'sandbox';
  return { code, name, way, is_first: isFirst, hint, is_test: isTest };
}
