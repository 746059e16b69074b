import { type Atom, atom, type Getter } from 'jotai';
import type { Base } from '#src/offline/outbox/base.ts';
import type { AnyMutation, Asked, Mutation, PayloadOf } from '#src/offline/outbox/mutation.ts';
import type { Outcome, RejectedRecord } from '#src/offline/outbox/record.ts';
import { newUuid } from '#src/device/uuid.ts';
import type { Kinds } from '#src/offline/outbox/face.ts';
import {
  type FlushReason,
  NOTHING_READ,
  type Saved,
  type SaveOptions,
  type SyncClient,
  type SyncState,
} from '#src/sync-client/client.types.ts';

// Read: syncAtom, freshAtom, pendingOf, baseOf, rejectedAtom, marksAtom.
// Commands: saveAtom, repeatAtom, discardAtom, acknowledgeAtom, flushAtom, sendNowAtom.
// The sync client's edge to the screens, in the first chunk: what stores and sends comes with the client itself.
export type { Saved, SyncState };

/** The client of this page. `load` brings its code; set at the start by the app, which knows what the client needs. */
export const syncClientAtom = atom<{ load(): Promise<SyncClient> }>({
  load: () => Promise.reject(new Error('This page has no sync client')),
});
export const syncClient = (get: Getter): Promise<SyncClient> => get(syncClientAtom).load();

/** All kinds of queued changes, set with the sync client: until then nothing of them is shown. */
export const kindsAtom = atom<Kinds>({ definitions: [], faces: {} });

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
/** What the device holds and the server has not confirmed. Written by showSyncAtom only. */
export const syncAtom = atom<SyncState>(NOTHING_READ);
export type Fresh = Omit<SaveOptions, 'owner'> & { mutation: Mutation };
/** Changes that are not durable yet: shown at once, called saved a moment later; a page that is left writes them down. */
export const freshAtom = atom<readonly Fresh[]>([]);
/** One write for both: a change never stands on the screen twice, nor for a moment not at all (I8). */
export const showSyncAtom = atom(null, (get, set, state: SyncState, durable: ReadonlySet<string>) => {
  set(syncAtom, state);
  const fresh = get(freshAtom);
  if (fresh.some(({ key }) => durable.has(key)))
    set(
      freshAtom,
      fresh.filter(({ key }) => !durable.has(key)),
    );
});

/**
 * Payloads of one kind in the order of the changes, `pendingOf<typeof favSet>(get, uid, …)`; what the last pull holds already
 * is left out (docs/product/offline.md#reads). By name, because the definitions come with the client: what is stored is
 * read by those it brought, what is fresh was made by one.
 */
export function pendingOf<Definition extends AnyMutation = never>(
  get: Getter,
  uid: string,
  kind: Definition['kind'],
): readonly PayloadOf<Definition>[] {
  const { uid: owner, pending, bases } = get(syncAtom);
  const definition = get(kindsAtom).definitions.find((one) => one.kind === kind);
  const stored = owner === uid ? pending.filter((record) => record.kind === kind) : [];
  const fresh = get(freshAtom).filter((one) => one.uid === uid && one.mutation.kind === kind);
  return [
    ...stored.flatMap((record) => {
      if (!definition?.isPayload(record.body)) return [];
      const scope = definition.target(record.body)?.scope ?? '';
      return bases[scope]?.included.includes(record.id) ? [] : [record.body];
    }),
    ...fresh.map(({ mutation }) => mutation.body),
  ] as PayloadOf<Definition>[];
}
export const baseOf = (get: Getter, uid: string, scope: string): Base | undefined =>
  get(syncAtom).uid === uid ? get(syncAtom).bases[scope] : undefined;

/** Rejected entries, except those that stand in a dialog at this moment (docs/product/offline.md#refusals). */
export const rejectedAtom = atom<readonly RejectedRecord[]>([]);

/** What a heart, a card or a line says of its last change: on its way, under way, or refused. */
export type Mark = 'queued' | 'sending' | 'refused';
export const MARK_WORDS: Record<Mark, string> = {
  queued: 'в очереди',
  sending: 'отправляем',
  refused: 'не отправлено',
};
/** By lane. Filled by features/sync/watch-pill.ts with what has had to wait, so that a tap which goes at once blinks nowhere. */
export const marksAtom = atom<ReadonlyMap<string, Mark>>(new Map());
/** A change of one lane draws that lane's card only. */
export const markOf = (lane: string): Atom<Mark | undefined> => atom((get) => get(marksAtom).get(lane));

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
/** `mutationOf` by name, for the first chunk, where a definition's code is not: `mutationNamed<typeof favSet>(kind, payload)`. */
export const mutationNamed = <Definition extends AnyMutation = never>(
  kind: Definition['kind'],
  body: PayloadOf<Definition>,
): Mutation => ({ kind, body }) as Asked as Mutation;
/**
 * The one way of a change to the server. `key` is minted here unless a crash may repeat the change: an attempt at a quiz
 * carries its key from its first answer on.
 */
export const saveAtom = atom(
  null,
  async (get, set, mutation: Mutation, how: Omit<SaveOptions, 'key'> & { key?: string }): Promise<Saved> => {
    const key = how.key ?? newUuid();
    set(freshAtom, [...get(freshAtom), { ...how, key, mutation }]);
    try {
      return await (await syncClient(get)).save(mutation, { ...how, key });
    } catch {
      // The code did not come: nothing was saved, and nothing is shown as if it were.
      set(
        freshAtom,
        get(freshAtom).filter((one) => one.key !== key),
      );
      return 'lost';
    }
  },
);
/** «Повторить»: again under a new key, or under the same one when the outcome is unknown. `isSure`: asked, and wanted anyway. */
export const repeatAtom = atom(null, async (get, _set, entry: RejectedRecord, isSure?: boolean) =>
  (await syncClient(get)).repeat(entry, isSure === true),
);
/** «Убрать»: gone by the person's own will. */
export const discardAtom = atom(null, async (get, _set, entry: RejectedRecord) =>
  (await syncClient(get)).discard(entry),
);
/** Told and not to be told again. */
export const acknowledgeAtom = atom(null, async (get, _set, outcomes: readonly Outcome[]) =>
  (await syncClient(get)).acknowledge(outcomes),
);
export const flushAtom = atom(null, async (get, _set, why: FlushReason) => (await syncClient(get)).flush(why));
/** «Отправить сейчас»: waits end, whatever the browser thinks of the network. */
export const sendNowAtom = atom(null, (_get, set) => set(flushAtom, 'person'));
