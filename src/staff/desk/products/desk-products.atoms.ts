import { atom } from 'jotai';
import type { CallReply } from '#contract/call.ts';
import {
  deskAddProductPicture,
  type DeskProductField,
  deskFindProducts,
  deskGetProduct,
  type DeskProduct,
  type DeskProductRow,
  deskPublishProducts,
  deskSetProductPictures,
  ProductConflict,
  ProductFaults,
} from '#contract/desk-products.ts';
import * as z from 'zod/mini';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import type { FormDraft } from '#src/platform/memory/form-drafts.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import {
  changesOf,
  type Draft,
  type ProductsAsked,
  readDraft,
  withEdit,
} from '#src/staff/desk/products/desk-products.rules.ts';

// Read: deskProductsAtom, deskProductAtom, draftAtom, faultsAtom. Commands: loadDeskProductsAtom, loadDeskProductAtom, openDraftsAtom, editAtom,
// setDraftAtom, publishAtom, addPictureAtom, setPicturesAtom. The draft is kept on the device (docs/decisions/410).

type Loaded<T> = { key: string; data: T | null; failure: Failure | null };
const NOTHING = { key: '', data: null, failure: null };

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
export const deskProductsAtom = atom<Loaded<CallReply<typeof deskFindProducts>>>(NOTHING);
export const deskProductAtom = atom<Loaded<DeskProduct>>(NOTHING);
const draftsAtom = atom<{ uid: string; draft: Draft }>({ uid: '', draft: {} });
/** What is typed and not published yet. */
export const draftAtom = atom((get) => {
  const { uid, draft } = get(draftsAtom);
  return uid === get(sessionAtom).uid ? draft : {};
});
export const faultsAtom = atom<ProductFaults>({});

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
export const loadDeskProductsAtom = atom(null, async (get, set, asked: ProductsAsked): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${JSON.stringify(asked)}`;
  set(deskProductsAtom, (before) => ({ ...before, key, failure: null }));
  const isLast = () => get(deskProductsAtom).key === key;
  try {
    const data = await get(apiAtom).send(deskFindProducts, { body: asked });
    if (isLast()) set(deskProductsAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(deskProductsAtom, (before) => ({ ...before, failure }));
  }
});
export const loadDeskProductAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${id}`;
  set(deskProductAtom, (before) => (before.key === key ? { ...before, failure: null } : { ...NOTHING, key }));
  const isLast = () => get(deskProductAtom).key === key;
  try {
    const data = await get(apiAtom).send(deskGetProduct, { params: { id: String(id) } });
    if (isLast()) set(deskProductAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(deskProductAtom, (before) => ({ ...before, failure }));
  }
});

const keptDraftAtom = atom<{ uid: string; draft: FormDraft } | null>(null);
/** The draft of whoever is at the desk, as their device kept it. Typing that was faster stays. */
export const openDraftsAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  if (get(keptDraftAtom)?.uid === uid) return;
  const kept = set(openDraftAtom, 'desk-products');
  set(keptDraftAtom, { uid, draft: kept });
  const draft = readDraft(await kept.read());
  set(draftsAtom, (now) => (now.uid === uid ? { uid, draft: { ...draft, ...now.draft } } : { uid, draft }));
});
export const setDraftAtom = atom(null, (get, set, draft: Draft): void => {
  const { uid } = get(sessionAtom);
  set(draftsAtom, { uid, draft });
  const kept = get(keptDraftAtom);
  if (kept?.uid !== uid) return;
  if (Object.keys(draft).length === 0) void kept.draft.forget();
  else void kept.draft.write(draft);
});
type Edit = { row: DeskProductRow; field: DeskProductField; edit: unknown };
export const editAtom = atom(null, (get, set, { row, field, edit }: Edit): void => {
  set(setDraftAtom, withEdit(get(draftAtom), row, field, edit));
  const { [field]: _old, ...others } = get(faultsAtom)[row.id] ?? {};
  set(faultsAtom, { ...get(faultsAtom), [row.id]: others });
});

export type PublishOutcome =
  | { kind: 'done'; count: number }
  | { kind: 'conflict'; conflicts: readonly ProductConflict[] }
  | { kind: 'refused'; message: string };
/** Publishes the whole draft; nothing that was typed is lost unless it was written. Never throws. */
export const publishAtom = atom(
  null,
  async (get, set): Promise<PublishOutcome | { kind: 'failed'; failure: Failure }> => {
    const draft = get(draftAtom);
    const { changes, faults } = changesOf(draft);
    set(faultsAtom, faults);
    if (Object.keys(faults).length > 0)
      return { kind: 'refused', message: 'Исправьте отмеченное: пока ничего не опубликовано' };
    const { uid } = get(sessionAtom);
    try {
      const store = await get(storesAtom).person(uid);
      const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
      const { products } = await sendSurely(by, {
        name: 'deskPublishProducts',
        call: deskPublishProducts,
        input: { body: { changes } },
      });
      // What was typed while the answer came stays.
      if (get(draftAtom) === draft) set(setDraftAtom, {});
      const byId = new Map(products.map((row) => [row.id, row]));
      set(deskProductsAtom, (now) => ({
        ...now,
        data: now.data && { ...now.data, products: now.data.products.map((row) => byId.get(row.id) ?? row) },
      }));
      const open = get(deskProductAtom).data;
      if (open && byId.has(open.product.id)) await set(loadDeskProductAtom, open.product.id);
      return { kind: 'done', count: products.length };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'refused') return { kind: 'failed', failure };
      const { code, details, message } = failure.refusal;
      const conflicts = z.array(ProductConflict).safeParse(details);
      if (code === 'product_changed' && conflicts.success) return { kind: 'conflict', conflicts: conflicts.data };
      const found = ProductFaults.safeParse(details);
      if (found.success) set(faultsAtom, found.data);
      return { kind: 'refused', message };
    }
  },
);

/** A picture more; faults in words, none when it was taken. Never throws. */
export const addPictureAtom = atom(null, async (get, set, id: number, photo: string): Promise<readonly string[]> => {
  const { uid } = get(sessionAtom);
  try {
    const by = { api: get(apiAtom), store: await get(storesAtom).person(uid), owner: await get(ownerAtom), timers: get(timersAtom) }; // prettier-ignore
    const input = { body: { product_id: id, photo } };
    const data = await sendSurely(by, { name: `deskAddProductPicture:${id}`, call: deskAddProductPicture, input });
    set(deskProductAtom, { key: `${uid} ${id}`, data, failure: null });
    return [];
  } catch (error) {
    return wordsOf(failureOf(error));
  }
});
/** Another order of the pictures, or one less. Never throws. */
export const setPicturesAtom = atom(
  null,
  async (get, set, id: number, pictures: string[]): Promise<readonly string[]> => {
    const { uid } = get(sessionAtom);
    const was = get(deskProductAtom).data?.pictures.map((one) => one.sha256) ?? [];
    try {
      const by = { api: get(apiAtom), store: await get(storesAtom).person(uid), owner: await get(ownerAtom), timers: get(timersAtom) }; // prettier-ignore
      const input = { body: { product_id: id, was, pictures } };
      const data = await sendSurely(by, { name: `deskSetProductPictures:${id}`, call: deskSetProductPictures, input });
      set(deskProductAtom, { key: `${uid} ${id}`, data, failure: null });
      return [];
    } catch (error) {
      return wordsOf(failureOf(error));
    }
  },
);
function wordsOf(failure: Failure): readonly string[] {
  if (failure.kind !== 'refused')
    return [failure.kind === 'offline' ? 'Нужен интернет' : 'Не получилось. Попробуйте ещё раз'];
  const words = Object.values(failure.refusal.errors ?? {}).flat();
  return words.length > 0 ? words : [failure.refusal.message];
}
