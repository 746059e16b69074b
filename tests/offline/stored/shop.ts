import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import { answerOf, refusal, type Sent } from '#tests/offline/outbox-bench.ts';

// The shop that the stored phones meet: the same requests get the same answers from whichever build asks.

/** Product 21 is sold out after one piece, product 22 is gone, lesson 9 asks a quiz that is not passed. */
export function storedShop(sent: Sent): RequestAnswer {
  const { wire } = sent;
  const body = JSON.parse(wire.body ?? '{}') as Record<string, unknown>;
  const id = Number(/\d+/.exec(wire.path)?.[0] ?? 0);
  if (wire.path.startsWith('/favorite-products/'))
    return answerOf(sent, 200, {
      status: 1,
      favoriteProducts: wire.method === 'PUT' ? [id, 3] : [3],
      version: 50 + id,
    });
  if (wire.path.endsWith('/cart/change')) return changed(sent, body.items as [{ product_id: number; delta: number }]);
  if (wire.path.endsWith('/accept-price')) return answerOf(sent, 200, { status: 1, groups: groupOf(body.product_id) });
  if (wire.path.endsWith('/set-watched'))
    return answerOf(sent, 200, { status: 'success', lesson_id: id, watched: true, progress: 50 });
  if (wire.path.endsWith('/send-result/')) return judged(sent, body);
  return answerOf(sent, 200, { status: 'success', message: 'Сообщим' });
}

function changed(sent: Sent, [{ product_id, delta }]: [{ product_id: number; delta: number }]): RequestAnswer {
  if (product_id === 22) return refusal(sent, 404, 'not_found');
  const applied = product_id === 21 && delta > 0 ? 1 : delta;
  const item = { product_id, asked: delta, applied, quantity: 5 + applied };
  const short = applied === delta ? {} : { code: 'qty_limit', message: 'Осталась 1 шт.' };
  return answerOf(sent, 200, {
    status: 1,
    version: 60 + product_id,
    items: [{ ...item, ...short }],
    groups: groupOf(product_id),
  });
}
const groupOf = (id: unknown) => [{ cartType: 0, items: [{ order_item_id: 7, product: { id }, quantity: 5 }] }];

function judged(sent: Sent, { lessonId, version }: Record<string, unknown>): RequestAnswer {
  const passed = lessonId !== 9;
  const quiz = { passed, best: 80, attempts: 1, retry_at: null };
  const verdict = { lesson_id: lessonId, version, percent: passed ? 80 : 20, passed, wrong: [], review: [], quiz };
  return answerOf(sent, 200, { status: 'success', ...verdict });
}
