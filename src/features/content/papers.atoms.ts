import { atom } from 'jotai';
import { getPaper } from '#contract/papers.ts';
import type { Paper } from '#contract/papers/paper.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';

// Command: readPaperAtom.

/** @throws ApiError: `not_found` for a version that never was; no network */
export const readPaperAtom = atom(
  null,
  async (get, _set, params: { document: string; version: string }): Promise<Paper> =>
    (await get(apiAtom).send(getPaper, { params })).paper,
);
