import { PASSED } from '#src/features/education/education.mutation.ts';
import type { MUTATIONS } from '#src/mutations.ts';
import type { Base } from '#src/offline/outbox/base.ts';
import type { PayloadOf } from '#src/offline/outbox/mutation.ts';
import type { Person } from '#tests/offline/sim/sim-server.ts';

// What the oracles must be told of each kind besides its definition: where the model shop holds it. How several of a kind are
// judged follows from `merge`, once per class (oracle.ts, invariants.ts).

export type Model<Payload> = {
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
    at: (productId) => [{ productId, on: true }],
    held: ({ hearts }, { productId }) => hearts.has(productId),
    value: ({ on }) => on,
  },
  'cart.change': {
    at: (productId) => (['retail', 'wholesale'] as const).map((kind) => ({ ...inCart(kind, productId), delta: 1 })),
    held: ({ cart }, { kind, productId }) => cart.get(`${kind}:${productId}`) ?? 0,
  },
  'cart.price': {
    held: ({ accepted }, { kind, productId }) => accepted.get(`${kind}:${productId}`),
    value: ({ price }) => price,
  },
  'lesson.watched': {
    at: (lessonId) => [{ lessonId }],
    held: ({ watched }, { lessonId }) => watched.has(lessonId),
  },
  'quiz.submit': {
    at: (lessonId) => [{ lessonId, version: 1, quizResult: [] }],
    held: ({ passed }, { lessonId }) => passed.has(lessonId),
    told: (base, { lessonId }) => ((base?.values[lessonId] ?? 0) & PASSED) !== 0,
  },
  'form.send': {},
} satisfies Models<typeof MUTATIONS>;
const BY_KIND: Readonly<Record<string, Model<unknown>>> = SIM_MODELS;
/** By a kind that is known at run time only; the look-up that guards the payload is `World.known`. */
export const modelOf = (kind: string): Model<unknown> => BY_KIND[kind] ?? {};
