import { cartChange, cartChangeFace, cartPrice, cartPriceFace } from '#src/features/cart/cart.mutation.ts';
import {
  lessonWatched,
  lessonWatchedFace,
  quizSubmit,
  quizSubmitFace,
} from '#src/features/education/education.mutation.ts';
import { favSet, favSetFace } from '#src/features/favourites/favourites.mutation.ts';
import { formSend, formSendFace } from '#src/features/forms/form.mutation.ts';
import type { FacesOf } from '#src/offline/outbox/face.ts';
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

/** What people read of each kind: for the page, the worker's bundle drops it. */
export const FACES = {
  'fav.set': favSetFace,
  'cart.change': cartChangeFace,
  'cart.price': cartPriceFace,
  'lesson.watched': lessonWatchedFace,
  'quiz.submit': quizSubmitFace,
  'form.send': formSendFace,
} satisfies FacesOf<typeof MUTATIONS>;
