import { atom } from 'jotai';
import type { CallInput, CallReply } from '#contract/call.ts';
import {
  deskApplyImport,
  deskCancelImport,
  deskFetchImportRows,
  deskFetchImports,
  deskGetImport,
  deskStartImport,
  type FeedImport,
  type ImportRow,
  type ImportRowKind,
} from '#contract/desk-import.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// Read: importsAtom, importAtom, importRowsAtom. Commands: loadImportsAtom, loadImportAtom, loadImportRowsAtom, startImportAtom, applyImportAtom,
// cancelImportAtom.

type Loaded<T> = { key: string; data: T | null; failure: Failure | null };
const NOTHING = { key: '', data: null, failure: null };

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
export const importsAtom = atom<Loaded<CallReply<typeof deskFetchImports>>>(NOTHING);
export const importAtom = atom<Loaded<FeedImport>>(NOTHING);
export type Rows = { rows: readonly ImportRow[]; next: number | null };
export const importRowsAtom = atom<Loaded<Rows>>(NOTHING);

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
export const loadImportsAtom = atom(null, async (get, set): Promise<void> => {
  const key = get(sessionAtom).uid;
  set(importsAtom, (before) => (before.key === key ? { ...before, failure: null } : { ...NOTHING, key }));
  try {
    const data = await get(apiAtom).send(deskFetchImports, {});
    set(importsAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    set(importsAtom, (before) => ({ ...before, failure }));
  }
});
export const loadImportAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${id}`;
  set(importAtom, (before) => (before.key === key ? { ...before, failure: null } : { ...NOTHING, key }));
  const isLast = () => get(importAtom).key === key;
  try {
    const { feed } = await get(apiAtom).send(deskGetImport, { params: { id: String(id) } });
    if (isLast()) set(importAtom, { key, data: feed, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(importAtom, (before) => ({ ...before, failure }));
  }
});
type RowsAsked = { id: number; kind: ImportRowKind | undefined; after: number };
export const loadImportRowsAtom = atom(null, async (get, set, asked: RowsAsked): Promise<void> => {
  const { id, kind, after } = asked;
  const key = `${get(sessionAtom).uid} ${JSON.stringify(asked)}`;
  set(importRowsAtom, (before) => ({ ...before, key, failure: null }));
  const isLast = () => get(importRowsAtom).key === key;
  try {
    const body = { import_id: id, after, ...(kind ? { kind } : {}) };
    const { rows, next } = await get(apiAtom).send(deskFetchImportRows, { body });
    if (isLast()) set(importRowsAtom, { key, data: { rows, next }, failure: null });
  } catch (error) {
    if (isLast()) set(importRowsAtom, (before) => ({ ...before, failure: failureOf(error) }));
  }
});

const byAtom = atom(null, async (get) => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
  owner: await get(ownerAtom),
  timers: get(timersAtom),
}));
/** Its number. The body is too long to be kept for a repeat, so it is sent once. @throws ApiError */
export const startImportAtom = atom(
  null,
  async (get, _set, body: CallInput<typeof deskStartImport>['body']): Promise<number> =>
    (await get(apiAtom).send(deskStartImport, { body })).feed.id,
);
/** @throws ApiError */
export const applyImportAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const by = await set(byAtom);
  const input = { body: { import_id: id } };
  const { feed } = await sendSurely(by, { name: `deskApplyImport:${id}`, call: deskApplyImport, input });
  set(importAtom, { key: `${get(sessionAtom).uid} ${id}`, data: feed, failure: null });
});
/** @throws ApiError */
export const cancelImportAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const by = await set(byAtom);
  const input = { body: { import_id: id } };
  const { feed } = await sendSurely(by, { name: `deskCancelImport:${id}`, call: deskCancelImport, input });
  set(importAtom, { key: `${get(sessionAtom).uid} ${id}`, data: feed, failure: null });
});
