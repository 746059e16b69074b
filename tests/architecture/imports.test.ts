import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUND, PLANTS } from '#tests/architecture/planted.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name: string) => join(ROOT, 'node_modules', name);
type Cruised = {
  summary: {
    totalCruised: number;
    violations: { from: string; to: string; rule: { name: string } }[];
    ruleSetUsed: { forbidden: { name: string }[] };
  };
};

function run(file: string, args: string[], cwd: string): Promise<{ code: number; out: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [file, ...args], { cwd, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, out: stdout || stderr });
    });
  });
}
async function cruise(cwd: string, folders: string[]): Promise<Cruised> {
  const { out } = await run(
    bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders],
    cwd,
  );
  return JSON.parse(out) as Cruised;
}

let yard: string;
beforeAll(() => {
  yard = mkdtempSync(join(tmpdir(), 'rostok-planted-'));
  for (const name of ['package.json', '.dependency-cruiser.mjs', '.oxlintrc.json', '.oxfmtrc.json'])
    copyFileSync(join(ROOT, name), join(yard, name));
  symlinkSync(join(ROOT, 'node_modules'), join(yard, 'node_modules'));
  for (const [file, text] of [...Object.entries(GROUND), ...PLANTS.map((one) => [one.file, one.text] as const)]) {
    mkdirSync(dirname(join(yard, file)), { recursive: true });
    writeFileSync(join(yard, file), text);
  }
});
afterAll(() => rmSync(yard, { recursive: true, force: true }));

describe('import rules', () => {
  it('read the product: hundreds of modules, both sides and TypeScript inside', async () => {
    const { summary } = await cruise(ROOT, ['contract', 'src', 'sw', 'server']);
    // A green run that has read nothing is the trap of docs/toolchain.md.
    expect(summary.totalCruised).toBeGreaterThan(200);
  });

  it('catch each its own planted violation, and no innocent file', async () => {
    const { summary } = await cruise(yard, ['contract', 'src', 'sw', 'server', 'tests', 'bench']);
    const caught = new Set(summary.violations.map((one) => `${one.rule.name}: ${one.from}`));
    expect(PLANTS.map((one) => `${one.rule}: ${one.blamed ?? one.file}`).filter((one) => !caught.has(one))).toEqual([]);
    expect(summary.violations.map((one) => one.from).filter((from) => from in GROUND)).toEqual([]);
    const planted = new Set(PLANTS.map((one) => one.rule));
    expect(summary.ruleSetUsed.forbidden.map((one) => one.name).filter((name) => !planted.has(name))).toEqual([]);
  });
});

describe('linter, formatter and types', () => {
  const SINS: [rule: string, file: string, text: string][] = [
    [
      'no-restricted-imports',
      'server/features/cart/deep.ts',
      "import { value } from '../../gates/mail.ts';\nexport const it = value;\n",
    ],
    ['no-default-export', 'src/features/cart/default.ts', 'export default 1;\n'],
    ['no-explicit-any', 'src/features/cart/any.ts', 'export const it = (x: any): unknown => x;\n'],
    ['no-console', 'src/features/cart/console.ts', "console.log('x');\nexport const it = 1;\n"],
    ['filename-case', 'src/features/cart/snake_case.ts', 'export const it = 1;\n'],
    [
      'max-lines',
      'src/features/cart/long.ts',
      Array.from({ length: 320 }, (_, i) => `export const a${i} = ${i};`).join('\n'),
    ],
    [
      'consistent-type-imports',
      'server/features/cart/type.ts',
      "import { Heavy } from '#contract/heavy.ts';\nexport const it = (x: Heavy): Heavy => x;\n",
    ],
  ];
  it('oxlint catches each planted sin', async () => {
    for (const [, file, text] of SINS) writeFileSync(join(yard, file), text);
    const { out } = await run(bin('oxlint/bin/oxlint'), ['--format', 'unix', 'src', 'server', 'contract'], yard);
    const missed = SINS.filter(
      ([rule, file]) => !out.split('\n').some((line) => line.includes(file) && line.includes(rule)),
    );
    expect(missed.map(([rule]) => rule)).toEqual([]);
    for (const [, file] of SINS) rmSync(join(yard, file));
  });

  it('oxfmt notices an unformatted file', async () => {
    const file = join(yard, 'src/features/cart/ugly.ts');
    writeFileSync(file, 'export const   it={a:"b"}\n');
    expect((await run(bin('oxfmt/bin/oxfmt'), ['--check', 'src/features/cart/ugly.ts'], yard)).code).not.toBe(0);
    writeFileSync(file, "export const it = { a: 'b' };\n");
    expect((await run(bin('oxfmt/bin/oxfmt'), ['--check', 'src/features/cart/ugly.ts'], yard)).code).toBe(0);
    rmSync(file);
  });

  it.each([
    ['the contract has no DOM', 'contract', 'export const it = document.title;\n'],
    ['the contract has no Node', 'contract', 'export const it = process.pid;\n'],
    ['the server has no DOM', 'server', 'export const it = window.document;\n'],
    ['the engine has no page', 'src/offline', 'export const it = document.title;\n'],
    ['no enums: Node runs the files as they are', 'server', 'export enum It { A }\n'],
    ['an index may be missing', 'contract', 'export const it: string = ([] as string[])[0];\n'],
  ])('tsc: %s', async (_what, world, text) => {
    // Each world's own tsconfig, on one planted file instead of its own ones.
    const { readFileSync } = await import('node:fs');
    const own = JSON.parse(readFileSync(join(ROOT, world, 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
    const folder = mkdtempSync(join(yard, 'types-'));
    copyFileSync(join(ROOT, '.tsconfig.base.json'), join(folder, 'base.json'));
    writeFileSync(join(folder, 'planted.ts'), text);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: './base.json',
        compilerOptions: {
          ...own.compilerOptions,
          outDir: './out',
          rootDir: '.',
          composite: false,
          emitDeclarationOnly: false,
          noEmit: true,
          declaration: false,
          typeRoots: [join(ROOT, 'node_modules/@types')],
        },
        include: ['planted.ts'],
      }),
    );
    const broken = await run(bin('typescript/bin/tsc'), ['-p', folder], folder);
    expect(broken.out).toContain('planted.ts');
    expect(broken.code).not.toBe(0);
    writeFileSync(join(folder, 'planted.ts'), 'export const it = 1;\n');
    const fine = await run(bin('typescript/bin/tsc'), ['-p', folder], folder);
    expect(fine.out).toBe('');
  });
});
