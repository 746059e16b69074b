import { createHash } from 'node:crypto';
import { ALL_PAPERS } from '#contract/papers/all-papers.ts';
import { type Paper, plainText } from '#contract/papers/paper.ts';
import { PAPER_VERSIONS } from '#contract/papers/versions.ts';

export type PaperPath = keyof typeof PAPER_VERSIONS;
export type PaperRef = { path: string; version: string; sha256: string };

/** Fingerprint of a text: what a consent keeps of it (docs/decisions/310). */
export const fingerprint = (paper: Paper): string => createHash('sha256').update(plainText(paper)).digest('hex');

/** That version, or the newest; undefined for one that was never shown. */
export function paperOf(path: PaperPath, version?: string): PaperRef | undefined {
  const versions: readonly { version: string; sha256: string }[] = PAPER_VERSIONS[path];
  const found = version === undefined ? versions[0] : versions.find((one) => one.version === version);
  return found && { path, ...found };
}
/** The text itself, by the last word of its path: `soglasie`. */
export const findPaper = (document: string, version: string): Paper | undefined =>
  ALL_PAPERS.find((paper) => paper.path === `/kompaniya/${document}` && paper.version === version);
