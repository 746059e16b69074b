import { describe, expect, it } from 'vitest';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { ALL_PAPERS } from '#contract/papers/all-papers.ts';
import { plainText } from '#contract/papers/paper.ts';
import { PAPER_VERSIONS } from '#contract/papers/versions.ts';
import { AGREEMENT_VERSION } from '#contract/registration.ts';
import { fingerprint } from '#server/features/consents/papers.rules.ts';
import { consentRow, PURPOSES, type Purpose } from '#server/features/consents/purposes.rules.ts';

const versions = Object.entries(PAPER_VERSIONS).flatMap(([path, list]) => list.map((one) => ({ path, ...one })));

describe('texts that people agree to', () => {
  it('are those of the list, each with the fingerprint that was published: a text never changes under its version', () => {
    const texts = ALL_PAPERS.map((paper) => ({ path: paper.path, version: paper.version, sha256: fingerprint(paper) }));
    expect(texts).toEqual(versions);
  });
  it('stand with the newest first, and screens name the newest', () => {
    const orders = Object.values(PAPER_VERSIONS).map((list) => list.map(({ version }) => version));
    expect(orders).toEqual(orders.map((order) => [...order].sort().reverse()));
    const newest = Object.fromEntries(versions.toReversed().map(({ path, version }) => [path, version]));
    expect(newest['/kompaniya/dogovor-konsultanta']).toBe(AGREEMENT_VERSION);
    expect(newest).toMatchObject(
      Object.fromEntries(Object.entries(LEGAL_VERSIONS).filter(([path]) => path in PAPER_VERSIONS)),
    );
  });
  it('have another fingerprint after any change of a letter, a link or the title', () => {
    const [paper] = ALL_PAPERS;
    const changed = [
      { ...paper, title: `${paper.title}.` },
      { ...paper, blocks: paper.blocks.slice(1) },
      { ...paper, blocks: paper.blocks.map((block) => (typeof block === 'string' ? block.replace('я', 'Я') : block)) },
    ];
    const prints = [paper, ...changed].map(fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
  });
  it('say what the tick beside them says', () => {
    const textOf = (path: string) => plainText(ALL_PAPERS.find((paper) => paper.path === path)!);
    expect(textOf('/kompaniya/soglasie')).toContain('Даю согласие на обработку персональных данных');
    expect(textOf('/kompaniya/soglasie-reklama')).toContain('Хочу получать новости и акции');
    expect(textOf('/kompaniya/dogovor-konsultanta')).toContain('Принимаю договор консультанта');
  });
});

describe('a row of the log', () => {
  const from = { ip: '10.0.0.1', userAgent: 'x'.repeat(500) };
  it('names the newest text of its purpose, or the one that was on the screen', () => {
    for (const purpose of Object.keys(PURPOSES) as Purpose[]) {
      const [newest] = PAPER_VERSIONS[PURPOSES[purpose].paper];
      expect(consentRow(purpose, from)).toEqual({
        purpose,
        docVersion: newest.version,
        textHash: newest.sha256,
        ip: '10.0.0.1',
        userAgent: 'x'.repeat(400),
      });
    }
    expect(consentRow('notify_product', from, '2026-11-01')?.docVersion).toBe('2026-11-01');
  });
  it('is none for a version that nobody was ever shown', () =>
    expect(consentRow('notify_product', from, '2026-11-02')).toBeUndefined());
});
