import type { FastifyReply } from 'fastify';
import { renderSVG } from 'uqr';
import { paymentName } from '#contract/payment-methods.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import { money, orderNumber } from '#server/features/acquiring/money-words.rules.ts';
import type { SandboxPayment } from '#server/gates/payments/port.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';
import { pair, sendPage } from '#server/platform/small-page.ts';

const ended = (back: string) =>
  ({
    paid: ['Оплата принята', 'Этот платёж уже проведён, второй раз он не пройдёт.'],
    declined: ['Платёж отклонён', `Деньги не списаны. Вернитесь ${back} и попробуйте ещё раз.`],
    expired: ['Срок вышел', `Деньги не списаны. Вернитесь ${back} за новой ссылкой.`],
  }) as const;
/** When the shop is to hear of it, milliseconds: a real provider is late, too. */
const DELAYS = [
  [0, 'сразу'],
  [5000, 'через 5 секунд'],
  [30_000, 'через 30 секунд'],
  [120_000, 'через 2 минуты'],
] as const;

/** The page that stands in for a bank's (docs/product/payments.md#sandbox). `url` is its own address. */
export function sendSandboxPage(
  reply: FastifyReply,
  {
    payment,
    shopName,
    url,
    now,
    http = 200,
  }: { payment: SandboxPayment; shopName: string; url: string; now: Date; http?: number },
) {
  const state = payment.state === 'pending' && payment.expiresAt <= now ? 'expired' : payment.state;
  const facts = `<dl>
${pair('Продавец', shopName)}
${payment.orderId === null ? pair('Назначение', 'Пополнение ЛС') : pair('Заказ', orderNumber(payment.orderId))}
${pair('Способ', paymentName(payment.code))}
${pair('Сумма', money(payment.amountKop), 'sum')}
</dl>`;
  const mark = '<p class="mark">Тестовый режим: это не банк, настоящие деньги не списываются.</p>';
  if (state === 'pending') {
    const title = 'Тестовая оплата';
    const qr = payment.code === PAYMENT_TYPES.qr ? qrOf(url) : '';
    return sendPage(reply, { title, http, body: `<h1>${title}</h1>\n${mark}\n${facts}\n${qr}${form(url)}` });
  }
  const whence = payment.orderId === null ? 'к пополнению' : 'к заказу';
  const [title, text] = ended(whence)[state];
  const back = `<a class="go" href="${escapeHtml(payment.returnUrl)}">Вернуться ${whence}</a>`;
  return sendPage(reply, { title, http, body: `<h1>${title}</h1>\n${mark}\n<p>${text}</p>\n${facts}\n${back}` });
}

const qrOf = (url: string): string =>
  `<div class="qr" role="img" aria-label="QR-код этой страницы: откройте её на телефоне">${renderSVG(url, { border: 1 })}</div>\n`;

const form = (url: string): string => `<form method="post" action="${escapeHtml(new URL(url).pathname)}">
<button class="main" name="action" value="pay">Оплатить</button>
<button name="action" value="decline">Отклонить</button>
<button name="action" value="expire">Истёк срок</button>
<label><small>Магазин узнает об этом</small><select name="delay_ms">${DELAYS.map(
  ([ms, words]) => `<option value="${ms}">${words}</option>`,
).join('')}</select></label>
</form>`;
