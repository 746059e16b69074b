import type { LastTry, OutboxRecord, ParkedRecord } from '#src/offline/outbox/record.ts';

/** What was done, as the list of the queue says it. `money` formats kopecks. */
export function wordsOf(record: Pick<OutboxRecord, 'kind' | 'body'>, money: (kopecks: number) => string): string {
  // The kind tells which body it is; a record is a union only together with it.
  const { kind, body } = record as OutboxRecord;
  switch (kind) {
    case 'fav.set':
      return body.on ? 'в\u00a0избранное' : 'убрать из\u00a0избранного';
    case 'cart.change': {
      const cart = body.kind === 'wholesale' ? 'оптовую корзину' : 'корзину';
      const pieces = `${Math.abs(body.delta)}\u00a0шт.`;
      if (body.delta > 0) return `${pieces} в\u00a0${cart}`;
      return `убавить на\u00a0${pieces}${body.kind === 'wholesale' ? ' в\u00a0оптовой корзине' : ''}`;
    }
    case 'cart.price':
      return `оставить по\u00a0новой цене ${money(body.price)}`;
    case 'lesson.watched':
      return 'урок просмотрен';
    case 'quiz.submit':
      return 'ответы теста';
    case 'form.send':
      return 'сообщить о\u00a0поступлении';
  }
}

/** What the last try brought, in words; empty while there has been none. */
export function lastWords(last: LastTry | undefined): string {
  switch (last?.class) {
    case undefined:
      return '';
    case 'unknown':
      return 'ответа не было, попробуем ещё';
    case 'busy':
      return last.code === 'too_many' ? 'слишком часто, отправим чуть позже' : 'сервер занят, попробуем ещё';
    case 'inflight':
      return 'сервер ещё выполняет';
    case 'auth':
      return 'нужно войти';
    case 'owner':
      return 'на телефоне сейчас другой человек';
    case 'forbidden':
    case 'rejected':
      return last.message ?? 'не принято';
  }
}

/** Why it is parked: the server's own words where there are any (docs/product/offline.md#refusals). */
export function reasonOf({ reason, last }: ParkedRecord): string {
  switch (reason) {
    case 'rejected':
    case 'forbidden':
      return last?.message ?? 'Не принято';
    case 'stale':
      return 'Ждало слишком долго. Отправить ещё раз?';
  }
}

export const productIdOf = ({ body }: Pick<OutboxRecord, 'body'>): number | null =>
  'productId' in body
    ? body.productId
    : 'fields' in body && typeof body.fields.product_id === 'number'
      ? body.fields.product_id
      : null;
/** A record without a title (a product this phone had never seen) is still something to point at. */
export const titleOf = ({ seen, body }: Pick<OutboxRecord, 'seen' | 'body'>): string =>
  seen.title || (productIdOf({ body }) === null ? 'Без названия' : `Товар №\u00a0${productIdOf({ body })}`);
