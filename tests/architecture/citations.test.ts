import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lostCitations, writtenFiles } from '#tests/architecture/citations.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('citations', () => {
  it('all lead somewhere: a file, a heading, a numbered row', () => {
    const files = [...writtenFiles(ROOT), '.dependency-cruiser.mjs'];
    // A green run that has read nothing proves nothing.
    expect(files.length).toBeGreaterThan(600);
    const lost = files.flatMap((file) =>
      lostCitations(ROOT, file, readFileSync(join(ROOT, file), 'utf8')).map((one) => `${file}: ${one}`),
    );
    expect(lost).toEqual([]);
  });
});

describe('a planted citation', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'rostok-cited-'));
    mkdirSync(join(root, 'docs/product'), { recursive: true });
    mkdirSync(join(root, 'docs/decisions'));
    writeFileSync(join(root, 'docs/product/offline.md'), '# Offline\n\n## Cart arithmetic\n\n| F7 | lost |\n');
    writeFileSync(join(root, 'docs/product/law.md'), '# Law\n\n| 5 | a warning |\n');
    writeFileSync(join(root, 'docs/decisions/090-one-way.md'), '# 090\n');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    ['a heading', 'src/a.ts', '// Why: docs/product/offline.md#cart-arithmetic.'],
    ['numbered rows', 'src/a.ts', '// docs/product/offline.md F7; docs/product/law.md, row 5; (F7)'],
    ['a decision', 'src/a.ts', '/** docs/decisions/090 and docs/decisions/090-one-way.md */'],
    [
      'a neighbour',
      'docs/product/law.md',
      'See [offline.md](offline.md#cart-arithmetic) and [home](../decisions/090-one-way.md).',
    ],
  ])('that leads to %s is fine', (_what, file, text) => {
    expect(lostCitations(root, file, text)).toEqual([]);
  });

  it.each([
    ['no such file', 'src/a.ts', '// docs/product/prices.md'],
    ['no such heading', 'src/a.ts', '// docs/product/offline.md#cart'],
    ['no row F8', 'src/a.ts', '// docs/product/offline.md F7, F8'],
    ['no row F9', 'src/a.ts', '// never for order (F9)'],
    ['no row 6', 'src/a.ts', '// docs/product/law.md rows 5 and 6'],
    ['no such decision', 'src/a.ts', '// docs/decisions/091'],
    ['no such file', 'docs/product/law.md', '[prices](prices.md)'],
    ['no such heading', 'docs/product/law.md', '[arithmetic](offline.md#arithmetic)'],
    ['no such file', 'docs/architecture.md', 'Start at `src/main.tsx`.'],
    ['is no part of the product', 'src/a.ts', '// settled.md §8'],
    ['is no part of the product', 'src/a.ts', '// offline.md F7'],
    ['is no part of the product', 'docs/a.md', 'as ../shared/README.md says'],
    ['is no part of the product', 'contract/a.ts', '/** Spec §3 */'],
  ])('is caught: %s (%s: %s)', (why, file, text) => {
    expect(lostCitations(root, file, text).some((one) => one.endsWith(`: ${why}`))).toBe(true);
  });
});
