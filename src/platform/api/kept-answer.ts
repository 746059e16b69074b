import type { Call, CallInput, CallReply } from '#contract/call.ts';
import { dropKept, keepAnswer, readKept } from '#src/offline/kept/kept.ts';
import type { Store } from '#src/offline/ports.ts';
import type { Api } from '#src/platform/api/api.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { BUILD } from '#src/platform/update/build.ts';

// The one way in which a screen shows its last answer without a signal (docs/decisions/212-kept-answers.md).

/** A call whose answer says when it was given. */
type Dated = { server_time: string };
/** What there is to show. `isCopy`: from this phone's memory, not from this asking. */
export type Shown<T> = {
  data: T | null;
  /** The server's time of `data`. */
  at: string | null;
  isCopy: boolean;
  /** The copy is older than a change that was made through this screen. */
  isStale: boolean;
  isAsking: boolean;
  /** Why there is no newer answer. */
  failure: Failure | null;
};
export const NOTHING_SHOWN: Shown<never> = {
  data: null,
  at: null,
  isCopy: false,
  isStale: false,
  isAsking: true,
  failure: null,
};

/** `store`: the database of whoever asks. */
export type KeptBy = { api: Pick<Api, 'send'>; store: Pick<Store, 'change'> };
type Asked<C extends Call> = { name: string; call: C; input: CallInput<C> };

/** Shows the copy at once, then the shop's answer, which is kept; without one the copy stays. Never throws. */
export async function askKept<C extends Call>(
  { api, store }: KeptBy,
  { name, call, input }: CallReply<C> extends Dated ? Asked<C> : never,
  show: (shown: Shown<CallReply<C>>) => void,
): Promise<void> {
  let shown: Shown<CallReply<C>> = { ...NOTHING_SHOWN, ...(await readCopy({ store }, { name, call })) };
  if (shown.data !== null) show(shown);
  try {
    const data = await api.send(call, input);
    show((shown = { ...NOTHING_SHOWN, ...dated(data), isAsking: false }));
    await keepReply({ store }, name, data as CallReply<C> & Dated);
  } catch (error) {
    const failure = failureOf(error);
    // A refusal is an answer: what the shop shows no more, the phone shows no more.
    const isOver = failure.kind === 'refused' && OVER.has(failure.refusal.code);
    if (isOver) await dropKept(store, name).catch(() => {});
    show({ ...(isOver ? NOTHING_SHOWN : shown), isAsking: false, failure });
  }
}
const OVER: ReadonlySet<string> = new Set(['not_found', 'forbidden']);
const dated = <T>(data: T): { data: T; at: string } => ({ data, at: (data as T & Dated).server_time });

/** Keeps an answer that came another way: of a change that answers with the whole new state. */
export const keepReply = ({ store }: Pick<KeptBy, 'store'>, name: string, reply: Dated): Promise<boolean> =>
  keepAnswer(store, name, { text: JSON.stringify(reply), at: reply.server_time, build: BUILD }).catch(() => false);

/** What an earlier build kept is shown if the contract of this one can read it. */
async function readCopy<C extends Call>(
  { store }: Pick<KeptBy, 'store'>,
  { name, call }: { name: string; call: C },
): Promise<Partial<Shown<CallReply<C>>>> {
  const kept = await readKept(store, name).catch(() => null);
  if (!kept) return {};
  const read = call.reply.safeParse(jsonOf(kept.text));
  if (read.success) return { data: read.data as CallReply<C>, at: kept.at, isCopy: true, isStale: kept.isStale };
  await dropKept(store, name).catch(() => {});
  return {};
}
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
