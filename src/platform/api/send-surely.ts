import type { Call, CallInput, CallReply } from '#contract/call.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import type { Timers } from '#src/platform/timers.atom.ts';
import { type KeyedBy, sendKeyed, unanswered, UnansweredError } from '#src/platform/api/keyed-draft.ts';

type Sent<C extends Call> = { name: string; call: C; input: CallInput<C> };
type Options<C extends Call> = {
  /** The answer was lost: the screen says «Проверяем…». */
  onDoubt?: () => void;
  /** An earlier change of this name has turned out to be done: what the new one is now. */
  after?: (reply: CallReply<C>, input: CallInput<C>) => CallInput<C>;
};
const PAUSES_MS = [1000, 3000];

/**
 * A keyed change whose answer may be lost: asked again under its key before either outcome is told
 * (docs/product/offline.md#never-queued). An earlier change of the same name that was never answered comes first.
 * @throws ApiError, or whatever the store throws: then nothing was sent.
 */
export async function sendSurely<C extends Call>(
  by: KeyedBy & { timers: Pick<Timers, 'after'> },
  { name, call, input }: Sent<C>,
  { onDoubt, after = (_reply, next) => next }: Options<C> = {},
): Promise<CallReply<C>> {
  const again = async (one: CallInput<C>): Promise<CallReply<C>> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await sendKeyed(by, { name, call, input: one });
      } catch (error) {
        const pause = PAUSES_MS[tries];
        if (error instanceof UnansweredError || pause === undefined || !isUnknown(error)) throw error;
        onDoubt?.();
        await new Promise<void>((done) => by.timers.after(pause, done));
      }
    }
  };
  try {
    return await again(input);
  } catch (error) {
    if (!(error instanceof UnansweredError)) throw error;
    const before = await unanswered<C>(by, name);
    if (!before) return again(input);
    const reply = await again(before.input).catch((failed: unknown) => {
      // Refused: it was never done, and its draft is gone.
      if (isUnknown(failed)) throw failed;
      return null;
    });
    return again(reply === null ? input : after(reply, input));
  }
}

/** Nobody has said whether it was done. */
function isUnknown(error: unknown): boolean {
  const failure = failureOf(error);
  return failure.kind !== 'refused' || failure.refusal.code === 'idempotency_in_flight';
}
