import { type AnyMutation, type Asked, knownOf, type Mutations, type PayloadOf } from '#src/offline/outbox/mutation.ts';
import type { Outcome } from '#src/offline/outbox/stored.types.ts';

// What people read of a kind of queued change. It stands beside the definition; the worker draws nothing, so its bundle drops it.

export type About = { product: number } | { lesson: number };
export type Change = Outcome['change'];
/** What the shop has judged: a line of its own in the sheet, with the way to the whole answer. */
export type Verdict = { isFine: boolean; value: string; href: string; link: string };

// Method syntax on purpose, as in a definition: every face is an AnyFace without `any`.
export type Face<Payload> = {
  /** What waits or was refused, in a line of the queue. `money` formats kopecks. */
  words(payload: Payload, money: (kopecks: number) => string): string;
  /** What is said beside the title once it has arrived; a kind with an amount is told in pieces instead. */
  done(payload: Payload): string;
  /** Where the sheet puts it once it has arrived. */
  group(payload: Payload): 'added' | 'removed' | 'sent';
  /** Whose picture stands beside it and who lends it a name; null: nobody. */
  about(payload: Payload): About | null;
  /** «Заменить»: another product can be put in its place. */
  isReplaceable?(payload: Payload): boolean;
  /** The screen that tells by itself what became of it: no dialog anywhere, and no toast there. */
  ownScreen?(payload: Payload): string;
  /** Somebody has typed what it holds: refused, it stays on /user/sync after its dialog has been closed. */
  isTyped?: true;
  /** What stands instead of «Повторить» where the same thing would be refused again, by the code of the refusal. */
  insteadOfRepeat?(payload: Payload, code: string | undefined): { href: string; label: string } | null;
  /** The toast when it came out otherwise than asked. `now`: the value of its target. */
  changed?(payload: Payload, change: Change, now: number): string;
  /** Outcomes that are verdicts: the title of their group, how they are counted aloud, what one is called ('' = its title is not known). */
  verdicts?: {
    title: string;
    counted: string;
    named(title: string): string;
    of(payload: Payload, change: Change): Verdict;
  };
};
export type AnyFace = Face<unknown>;
/** One face per kind of the list: a missing or a foreign one is a type error. */
export type FacesOf<List extends Mutations> = {
  readonly [Definition in List[number] as Definition['kind']]: Face<PayloadOf<Definition>>;
};

/** All kinds of this build, with what people read of them. */
export type Kinds = { readonly definitions: Mutations; readonly faces: Readonly<Record<string, AnyFace>> };
export type Faced = { readonly definition: AnyMutation; readonly face: AnyFace; readonly payload: unknown };
/** Null for what this build does not know: such a record is nowhere in the state either. */
export type Look = (asked: Asked) => Faced | null;

export const lookIn =
  ({ definitions, faces }: Kinds): Look =>
  (asked) => {
    const known = knownOf(definitions, asked);
    const face = faces[asked.kind];
    return known && face ? { ...known, face } : null;
  };
