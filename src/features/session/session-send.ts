import type { Getter, Setter } from 'jotai';
import type { Call, CallInput, CallReply } from '#contract/call.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';

// send · onDevice: how the commands of the session speak to the server and to the phone.

/** Sends and reports what it learned about the network. */
export async function send<C extends Call>(
  get: Getter,
  set: Setter,
  call: C,
  input: CallInput<C>,
  headers: Record<string, string> = {},
): Promise<CallReply<C>> {
  try {
    const reply = await get(apiAtom).send(call, input, { headers });
    set(reportNetworkAtom, true);
    return reply;
  } catch (error) {
    const { kind } = failureOf(error);
    if (kind === 'offline' || kind === 'refused') set(reportNetworkAtom, kind === 'refused');
    throw error;
  }
}

/** A full or evicted storage must not keep a person from using the shop: the session then lives in memory only. */
export async function onDevice<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch {
    return otherwise;
  }
}
