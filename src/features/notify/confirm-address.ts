import type { Getter, Setter } from 'jotai';
import { confirmNotify } from '#contract/catalogue.ts';
import type { ConfirmOutcome } from '#src/features/notify/notify.types.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';

/** Needs the network, and may be sent as often as one likes: the same link answers the same. */
export async function confirmAddress(get: Getter, set: Setter, token: string): Promise<ConfirmOutcome> {
  try {
    const { message, products } = await get(apiAtom).send(confirmNotify, { body: { token } });
    set(reportNetworkAtom, true);
    return { kind: 'done', message, products };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (failure.kind !== 'refused') return { kind: 'failed', text: failureText(failure), isOver: false };
    const { message, code, errors } = failure.refusal;
    return {
      kind: 'failed',
      text: errors?.token?.[0] ?? message,
      isOver: code === 'not_found' || code === 'validation',
    };
  }
}
