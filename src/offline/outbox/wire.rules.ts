import type { Intent, Wire } from '#src/offline/outbox/record.ts';

/** The request of an intent, exactly as its retries will repeat it. Paths are the contract's. */
export function wireOf(intent: Intent): Wire {
  switch (intent.kind) {
    case 'fav.set':
      return {
        method: intent.body.on ? 'PUT' : 'DELETE',
        path: `/favorite-products/${intent.body.productId}`,
        body: null,
      };
    case 'cart.change': {
      const { kind, cartType, productId, delta, seenPrice } = intent.body;
      const item = { product_id: productId, delta, ...(seenPrice === undefined ? {} : { seen_price: seenPrice }) };
      return post(kind === 'retail' ? '/cart/change' : '/optovik/cart/change', { cartType, items: [item] });
    }
    case 'cart.price': {
      const { cartType, productId, price } = intent.body;
      return post('/api/cart/accept-price', { cartType, product_id: productId, price });
    }
    case 'lesson.watched':
      return { method: 'GET', path: `/education/course/lesson/${intent.body.lessonId}/set-watched`, body: null };
    case 'quiz.submit':
      return post('/education/course/lesson/quiz/send-result/', { ...intent.body });
    case 'form.send':
      return post('/user/notify-product', intent.body.fields);
  }
}
const post = (path: string, body: unknown): Wire => ({ method: 'POST', path, body: JSON.stringify(body) });

/** What an accepted answer says about this record's own line, and how it differs from what was asked. */
export type Acked = {
  /** New value of the record's line or heart and the version it belongs to. */
  line?: { id: number; value: number; version: number; data?: unknown } | { id: number; data?: unknown };
  change?: { code: string; asked?: number; applied?: number; message?: string };
  /** Pieces of a positive change that never came to be. */
  shortage: number;
  /** What a lesson is from now on: marks only grow. */
  mark?: { lessonId: number; bits: number; data?: unknown };
  /** A judged quiz: kept with its answers. */
  verdict?: Record<string, unknown>;
};
/** Bits of a lesson in the base `edu`. */
export const WATCHED = 1;
export const PASSED = 2;

/** Null when a «success» does not carry what its kind must carry: then it is not an answer (docs/product/offline.md F7, F55). */
export function readAck(intent: Intent, json: Record<string, unknown>): Acked | null {
  switch (intent.kind) {
    case 'fav.set': {
      const { favoriteProducts: ids, version } = json;
      if (!Array.isArray(ids) || !isInt(version)) return null;
      return {
        line: { id: intent.body.productId, value: ids.includes(intent.body.productId) ? 1 : 0, version },
        shortage: 0,
      };
    }
    case 'cart.change': {
      const { items, version } = json;
      if (!Array.isArray(items) || !isInt(version)) return null;
      const own = items.find((one: { product_id?: unknown }) => one?.product_id === intent.body.productId) as
        | Record<string, unknown>
        | undefined;
      if (!own || !isInt(own.applied) || !isInt(own.quantity)) return null;
      const { delta } = intent.body;
      const shortage = delta > 0 ? Math.max(0, delta - own.applied) : 0;
      return {
        line: { id: intent.body.productId, value: own.quantity, version, ...lineIn(json, intent.body.productId) },
        shortage,
        ...(shortage > 0
          ? {
              change: {
                code: typeof own.code === 'string' ? own.code : 'qty_limit',
                asked: delta,
                applied: own.applied,
                ...(typeof own.message === 'string' ? { message: own.message } : {}),
              },
            }
          : {}),
      };
    }
    case 'quiz.submit': {
      const { lessonId } = intent.body;
      const { percent, passed, quiz } = json;
      if (json.lesson_id !== lessonId || typeof percent !== 'number' || typeof passed !== 'boolean') return null;
      if (!Array.isArray(json.wrong) || !Array.isArray(json.review)) return null;
      const hasPassed = passed || (quiz as { passed?: unknown } | undefined)?.passed === true;
      return {
        shortage: 0,
        change: { code: passed ? 'quiz_passed' : 'quiz_failed', applied: percent },
        mark: { lessonId, bits: hasPassed ? PASSED : 0, data: quiz },
        verdict: json,
      };
    }
    case 'lesson.watched': {
      const { lessonId } = intent.body;
      if (json.watched !== true || (json.lesson_id !== undefined && json.lesson_id !== lessonId)) return null;
      return { shortage: 0, mark: { lessonId, bits: WATCHED } };
    }
    case 'cart.price': {
      // The price that is now taken; the pieces are the business of changes, which have a lane of their own.
      const line = { id: intent.body.productId, ...lineIn(json, intent.body.productId) };
      return { shortage: 0, line };
    }
    default:
      return { shortage: 0 };
  }
}
/** The line as the answer's own cart draws it: the screens know it before the next snapshot. */
function lineIn({ groups }: Record<string, unknown>, id: number): { data?: unknown } {
  if (!Array.isArray(groups)) return {};
  const items = (groups as { items?: { product?: { id?: unknown } }[] }[]).flatMap((group) => group?.items ?? []);
  const data = items.find((item) => item?.product?.id === id);
  return data ? { data } : {};
}
const isInt = (value: unknown): value is number => Number.isInteger(value);
