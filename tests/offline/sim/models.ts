import { PASSED } from '#src/features/education/education.mutation.ts';
import type { MUTATIONS } from '#src/mutations.ts';
import type { Base } from '#src/offline/outbox/base.ts';
import type { PayloadOf } from '#src/offline/outbox/mutation.ts';
import type { Chance } from '#tests/offline/sim/scheduler.ts';
import type { Person, SimServer } from '#tests/offline/sim/sim-server.ts';

// What commands and oracles must be told of each kind besides its definition: what a person may ask for, and where the model
// shop holds it. How several of a kind are made and judged follows from `merge`, once per class (commands.ts, oracle.ts,
// invariants.ts).

export type Look = {
  /** What the screen shows of the target; undefined where nothing is. */
  shown: unknown;
  shop: SimServer;
};
export type Model<Payload> = {
  /** What a person in front of this phone asks for, of product or lesson `id`; `add`: one piece. */
  random(chance: Chance, id: number, look: Look): Payload;
  /** What is compared at the end for product or lesson `id`: one payload per target. */
  at?(id: number): readonly Payload[];
  /** What the model shop holds of the target, in the words of the definition's view. */
  held?(person: Person, payload: Payload): unknown;
  /** `set`: what the payload asks for, in the words of `held`. */
  value?(payload: Payload): unknown;
  /** What the base on the phone says of the target, of a kind that nothing shows before its answer. */
  told?(base: Base | undefined, payload: Payload): unknown;
};
type Models<List extends readonly { kind: string }[]> = {
  [One in List[number] as One['kind']]: Model<PayloadOf<One>>;
};

const inCart = (kind: 'retail' | 'wholesale', productId: number) => ({ kind, cartType: 0, productId });
export const SIM_MODELS = {
  'fav.set': {
    // A person toggles what the screen shows.
    random: (_chance, productId, { shown }) => ({ productId, on: shown === false }),
    at: (productId) => [{ productId, on: true }],
    held: ({ hearts }, { productId }) => hearts.has(productId),
    value: ({ on }) => on,
  },
  'cart.change': {
    random: (chance, productId) => ({ ...inCart(chance.chance(0.15) ? 'wholesale' : 'retail', productId), delta: 1 }),
    at: (productId) => (['retail', 'wholesale'] as const).map((kind) => ({ ...inCart(kind, productId), delta: 1 })),
    held: ({ cart }, { kind, productId }) => cart.get(`${kind}:${productId}`) ?? 0,
  },
  'cart.price': {
    random: (chance, productId) => ({ ...inCart('retail', productId), price: 100 * (1 + chance.int(50)) }),
    held: ({ accepted }, { kind, productId }) => accepted.get(`${kind}:${productId}`),
    value: ({ price }) => price,
  },
  'lesson.watched': {
    random: (_chance, lessonId) => ({ lessonId }),
    at: (lessonId) => [{ lessonId }],
    held: ({ watched }, { lessonId }) => watched.has(lessonId),
  },
  'quiz.submit': {
    // What this phone holds may be an older version.
    random: (chance, lessonId, { shop }) => ({
      lessonId,
      version: 1 + chance.int(shop.quizVersions.get(lessonId) ?? 1),
      quizResult: [{ question_id: 1, answer_ids: [1 + chance.int(2)] }],
    }),
    at: (lessonId) => [{ lessonId, version: 1, quizResult: [] }],
    held: ({ passed }, { lessonId }) => passed.has(lessonId),
    told: (base, { lessonId }) => ((base?.values[lessonId] ?? 0) & PASSED) !== 0,
  },
  'form.send': {
    random: (_chance, productId) => ({ form: 'notify-product', fields: { product_id: productId } }),
  },
} satisfies Models<typeof MUTATIONS>;
const BY_KIND: Readonly<Record<string, Model<unknown>>> = SIM_MODELS;
/** By a kind that is known at run time only; the look-up that guards the payload is `World.known`. */
export const modelOf = (kind: string): Model<unknown> => {
  const model = BY_KIND[kind];
  if (!model) throw new TypeError(`${kind} has no model`);
  return model;
};
