import type { About, Look } from '#src/offline/outbox/face.ts';
import type { Asked } from '#src/offline/outbox/mutation.ts';
import type { LastTry, OutboxRecord, RejectedRecord } from '#src/offline/outbox/record.ts';

/** What was done, as the list of the queue says it. `money` formats kopecks. */
export function wordsOf(look: Look, asked: Asked, money: (kopecks: number) => string): string {
  const faced = look(asked);
  return faced?.face.words(faced.payload, money) ?? '';
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

/** Why it is rejected: the server's own words where there are any (docs/product/offline.md#refusals). */
export function reasonOf({ reason, last }: RejectedRecord): string {
  switch (reason) {
    case 'rejected':
    case 'forbidden':
      return last?.message ?? 'Не принято';
    case 'stale':
      return 'Ждало слишком долго. Отправить ещё раз?';
  }
}

/** What an entry is about: a product, a lesson, nothing to point at. */
export function aboutOf(look: Look, asked: Asked): About | null {
  const faced = look(asked);
  return faced && faced.face.about(faced.payload);
}
export function productIdOf(look: Look, asked: Asked): number | null {
  const about = aboutOf(look, asked);
  return about && 'product' in about ? about.product : null;
}
/** A record without a title (a product this phone had never seen) is still something to point at. */
export function titleOf(look: Look, record: Pick<OutboxRecord, 'seen' | 'kind' | 'body'>): string {
  const id = productIdOf(look, record);
  return record.seen.title || (id === null ? 'Без названия' : `Товар №\u00a0${id}`);
}
