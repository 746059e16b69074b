import { cartChange, cartPrice } from '#src/features/cart/cart.mutation.ts';
import { lessonWatched, quizSubmit } from '#src/features/education/education.mutation.ts';
import { favSet } from '#src/features/favourites/favourites.mutation.ts';
import { formSend } from '#src/features/notify/notify.mutation.ts';
import type { Mutations } from '#src/offline/outbox/mutation.ts';

// The one list of what can be queued: page, worker and simulation are given it (docs/decisions/130-one-definition.md).

export const MUTATIONS = [
  favSet,
  cartChange,
  cartPrice,
  lessonWatched,
  quizSubmit,
  formSend,
] as const satisfies Mutations;
