import type { FastifyInstance, FastifyReply } from 'fastify';
import { LETTERS_MAX } from '#server/features/notify/confirm.ts';
import { findWrittenTo, keepLinkKey, stopLetters } from '#server/features/notify/unsubscribe.queries.ts';
import { readWritten } from '#server/features/notify/unsubscribe.rules.ts';
import { contactOf, maskContact } from '#server/platform/contact.rules.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';
import type { Shop } from '#server/platform/mount.ts';
import { sendPage } from '#server/platform/small-page.ts';

const BODY_MAX = 16 * 1024;

/**
 * Leaving letters without a login (docs/decisions/435). A visit shows a page with a button, since mail filters open links by themselves; a
 * POST ends the letters, whether a person tapped there or their mail program did it in one step (RFC 8058).
 */
export function unsubscribeRoutes(app: FastifyInstance, shop: Shop): void {
  void app.register((scope, _options, done) => {
    // Mail programs send a form, in either of its two shapes. What stands in it decides nothing: the address says it all.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX }, (_request, _text, parsed) =>
      parsed(null),
    );
    const url = '/otpiska/:token';
    scope.get(url, async (request, reply) => {
      const written = readWritten(await keepLinkKey(shop.db), (request.params as { token: string }).token);
      if (!written) return sendBroken(reply);
      return sendQuestion(reply, await findWrittenTo(shop.db, written));
    });
    scope.post(url, async (request, reply) => {
      const written = readWritten(await keepLinkKey(shop.db), (request.params as { token: string }).token);
      if (!written) return sendBroken(reply);
      const contact = await shop.db.transaction(async (tx) => {
        const found = await findWrittenTo(tx, written);
        if (found !== undefined) await stopLetters(tx, found, { now: shop.now(), lettersMax: LETTERS_MAX });
        return found;
      });
      return sendDone(reply, contact);
    });
    done();
  });
}

const toShop = '<a class="go" href="/katalog">Открыть каталог</a>';
const whereTo = (contact: string | undefined): string =>
  contact === undefined ? '' : ` на ${escapeHtml(maskContact(contactOf(contact)))}`;

const sendQuestion = (reply: FastifyReply, contact: string | undefined) =>
  sendPage(reply, {
    title: 'Отписаться от писем',
    body: `<h1>Отписаться от писем</h1>
<p>Больше не писать${whereTo(contact)} о поступлении товаров?</p>
<p class="soft">Отзовём согласие на такие письма. Письма о ваших заказах и коды для входа будут приходить по-прежнему.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button class="main">Больше не писать</button></form>`,
  });
const sendDone = (reply: FastifyReply, contact: string | undefined) =>
  sendPage(reply, {
    title: 'Больше не напишем',
    body: `<h1>Больше не напишем</h1>
<p>Письма о поступлении товаров${whereTo(contact)} больше не придут.</p>
<p class="soft">Передумаете — нажмите «Сообщить о поступлении» на странице товара.</p>
${toShop}`,
  });
const sendBroken = (reply: FastifyReply) =>
  sendPage(reply, {
    http: 404,
    title: 'Ссылка не открылась',
    body: `<h1>Ссылка не открылась</h1>
<p>Ссылка неполная. Откройте её из письма ещё раз, целиком.</p>
${toShop}`,
  });
