import { atom } from 'jotai';
import type { CallReply } from '#contract/call.ts';
import {
  deskDropDraft,
  deskFetchDrafts,
  deskFindBuyer,
  deskFindGoods,
  deskGetDraft,
  deskOpenDraft,
  deskPlaceDraft,
  deskSaveDraft,
  type DeskDraft,
  type DraftBuyer,
  DraftFields,
  type DraftGoods,
} from '#contract/desk-drafts.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// Read: draftsAtom, draftPageAtom. Commands: loadDraftsAtom, openNewDraftAtom, loadDraftAtom, editDraftAtom, saveDraftAtom, settleDraftAtom,
// dropDraftAtom, placeDraftAtom, findGoodsAtom, findBuyerAtom. What is typed and not yet with the shop is kept on the device (docs/decisions/445).

type Loaded<T> = { key: string; data: T | null; failure: Failure | null };
type Page = {
  key: string;
  /** As the shop has it. */
  draft: DeskDraft | null;
  /** As it stands on the screen. */
  fields: DraftFields | null;
  state: 'saved' | 'typed' | 'saving';
  failure: Failure | null;
  /** A colleague has changed it meanwhile: theirs. */
  theirs: DeskDraft | null;
};
const NO_PAGE: Page = { key: '', draft: null, fields: null, state: 'saved', failure: null, theirs: null };

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
export const draftsAtom = atom<Loaded<CallReply<typeof deskFetchDrafts>>>({ key: '', data: null, failure: null });
export const draftPageAtom = atom<Page>(NO_PAGE);
const pageKey = (uid: string, id: number): string => `${uid} ${id}`;

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
export const loadDraftsAtom = atom(null, async (get, set): Promise<void> => {
  const key = get(sessionAtom).uid;
  set(draftsAtom, (before) => (before.key === key ? { ...before, failure: null } : { key, data: null, failure: null }));
  try {
    const data = await get(apiAtom).send(deskFetchDrafts, {});
    set(draftsAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    set(draftsAtom, (before) => ({ ...before, failure }));
  }
});

const byAtom = atom(null, async (get) => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
  owner: await get(ownerAtom),
  timers: get(timersAtom),
}));
/** A draft of nothing; its number. @throws ApiError */
export const openNewDraftAtom = atom(null, async (_get, set): Promise<number> => {
  const by = await set(byAtom);
  const { draft } = await sendSurely(by, { name: 'deskOpenDraft', call: deskOpenDraft, input: { body: {} } });
  return draft.id;
});

const keptAtom = atom(null, (_get, set, id: number) => set(openDraftAtom, `desk-order:${id}`));
export const loadDraftAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const key = pageKey(get(sessionAtom).uid, id);
  set(draftPageAtom, (before) => (before.key === key ? { ...before, failure: null } : { ...NO_PAGE, key }));
  try {
    const { draft } = await get(apiAtom).send(deskGetDraft, { body: { draft_id: id } });
    set(reportNetworkAtom, true);
    const kept = await set(keptAtom, id).read();
    const typed = DraftFields.safeParse(kept?.['fields']);
    set(draftPageAtom, (page) => {
      if (page.key !== key) return page;
      const own = page.state === 'saved' ? (typed.success ? typed.data : null) : page.fields;
      if (own === null) return { ...page, draft, fields: draft.fields, state: 'saved', theirs: null };
      const base = page.state === 'saved' ? Number(kept?.['version']) : page.draft?.version;
      return { ...page, draft, fields: own, state: 'typed', theirs: base === draft.version ? null : draft };
    });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    set(draftPageAtom, (page) => (page.key === key ? { ...page, failure } : page));
  }
});

export const editDraftAtom = atom(null, (get, set, patch: Partial<DraftFields>): void => {
  const { draft, fields } = get(draftPageAtom);
  if (!draft || !fields) return;
  const next = { ...fields, ...patch };
  set(draftPageAtom, (page) => ({ ...page, fields: next, state: 'typed' }));
  void set(keptAtom, draft.id).write({ version: draft.version, fields: next });
});

/** What stands on the screen goes to the shop; true: the shop has it now. Never throws. */
export const saveDraftAtom = atom(null, async (get, set): Promise<boolean> => {
  const { key, draft, fields, state, theirs } = get(draftPageAtom);
  if (state === 'saved') return true;
  if (!draft || !fields || state === 'saving' || theirs) return false;
  set(draftPageAtom, (page) => ({ ...page, state: 'saving', failure: null }));
  const mine = () => get(draftPageAtom).key === key;
  try {
    const by = await set(byAtom);
    const input = { body: { draft_id: draft.id, version: draft.version, fields } };
    const reply = await sendSurely(
      by,
      { name: `deskSaveDraft:${draft.id}`, call: deskSaveDraft, input },
      { after: (done, next) => ({ body: { ...next.body, version: done.draft.version } }) },
    );
    if (!mine()) return false;
    const isWhole = get(draftPageAtom).fields === fields;
    set(draftPageAtom, (page) => ({ ...page, draft: reply.draft, state: isWhole ? 'saved' : 'typed' }));
    const kept = set(keptAtom, draft.id);
    if (isWhole) await kept.forget();
    else await kept.write({ version: reply.draft.version, fields: get(draftPageAtom).fields });
    return isWhole;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (!mine()) return false;
    set(draftPageAtom, (page) => ({ ...page, state: 'typed', failure }));
    if (failure.kind === 'refused' && failure.refusal.code === 'draft_changed') await set(loadDraftAtom, draft.id);
    return false;
  }
});

/** Two have typed into one draft: one of both stays. */
export const settleDraftAtom = atom(null, async (get, set, whose: 'mine' | 'theirs'): Promise<void> => {
  const { draft, fields, theirs } = get(draftPageAtom);
  if (!draft || !fields || !theirs) return;
  const kept = set(keptAtom, draft.id);
  if (whose === 'theirs') {
    await kept.forget();
    set(draftPageAtom, (page) => ({ ...page, draft: theirs, fields: theirs.fields, state: 'saved', theirs: null, failure: null })); // prettier-ignore
  } else {
    await kept.write({ version: theirs.version, fields });
    set(draftPageAtom, (page) => ({ ...page, draft: theirs, state: 'typed', theirs: null, failure: null }));
  }
});

/** @throws ApiError */
export const dropDraftAtom = atom(null, async (_get, set, id: number): Promise<void> => {
  const by = await set(byAtom);
  const input = { body: { draft_id: id } };
  await sendSurely(by, { name: `deskDropDraft:${id}`, call: deskDropDraft, input });
  await set(keptAtom, id).forget();
});

type Placing = { due: number; reason: string; onDoubt: () => void };
/** The number of the order. @throws ApiError */
export const placeDraftAtom = atom(null, async (get, set, { due, reason, onDoubt }: Placing): Promise<number> => {
  const { draft } = get(draftPageAtom);
  if (!draft) throw new Error('no draft is open');
  const by = await set(byAtom);
  const input = { body: { draft_id: draft.id, version: draft.version, expected_due: due, reason } };
  try {
    const name = `deskPlaceDraft:${draft.id}`;
    const { exp_id: id } = await sendSurely(by, { name, call: deskPlaceDraft, input }, { onDoubt });
    await set(keptAtom, draft.id).forget();
    return id;
  } catch (error) {
    // Whatever has changed is shown behind the refusal.
    if (failureOf(error).kind === 'refused') void set(loadDraftAtom, draft.id);
    throw error;
  }
});

/** @throws ApiError */
export const findGoodsAtom = atom(null, async (get, _set, q: string): Promise<readonly DraftGoods[]> => {
  const { draft } = get(draftPageAtom);
  if (!draft) return [];
  return (await get(apiAtom).send(deskFindGoods, { body: { draft_id: draft.id, q } })).goods;
});
/** @throws ApiError */
export const findBuyerAtom = atom(
  null,
  async (get, _set, q: string): Promise<DraftBuyer | null> =>
    (await get(apiAtom).send(deskFindBuyer, { body: { q } })).buyer,
);
