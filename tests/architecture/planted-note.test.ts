import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MUTATIONS } from '#src/mutations.ts';
import { DRAIN, LINES, NEW } from '#tests/architecture/planted-note.ts';

// What a new kind of queued change costs (docs/decisions/130-one-definition.md): a planted one is written, compiled, sent.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMPILE_MS = 240_000;
let yard: string;
const read = (file: string) => readFileSync(join(yard, file), 'utf8');
function write(file: string, text: string): void {
  mkdirSync(dirname(join(yard, file)), { recursive: true });
  writeFileSync(join(yard, file), text);
}
const node = (...args: string[]): Promise<{ code: number; out: string }> =>
  new Promise((done) => {
    execFile(process.execPath, args, { cwd: yard, maxBuffer: 64e6 }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, out: stdout + stderr }),
    );
  });
const compile = () => node(join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', 'src', 'sw');

beforeAll(() => {
  yard = mkdtempSync(join(tmpdir(), 'rostok-note-'));
  for (const name of ['contract', 'src', 'sw', 'package.json', '.tsconfig.base.json', '.tsbuild'])
    if (existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(yard, name), { recursive: true });
  mkdirSync(join(yard, 'tests/offline'), { recursive: true });
  cpSync(join(ROOT, 'tests/offline/outbox-bench.ts'), join(yard, 'tests/offline/outbox-bench.ts'));
  symlinkSync(join(ROOT, 'node_modules'), join(yard, 'node_modules'));
  for (const [file, text] of Object.entries(NEW)) write(file, text);
  for (const [file, lines] of Object.entries(LINES))
    for (const [behind, line] of lines) {
      if (read(file).split(`${behind}\n`).length !== 2) throw new Error(`${file} has not one line «${behind}»`);
      write(file, read(file).replace(`${behind}\n`, `${behind}\n${line}\n`));
    }
  write('drain.ts', DRAIN);
});
afterAll(() => rmSync(yard, { recursive: true, force: true }));

describe('a planted kind', () => {
  it('is three files of its own, and a line or two in three lists', () => {
    expect(Object.keys(NEW)).toHaveLength(3);
    expect(Object.entries(LINES).map(([file, lines]) => [file, lines.length])).toEqual([
      ['src/mutations.ts', 3],
      ['src/app/pulls.ts', 1],
      ['contract/all-calls.ts', 2],
    ]);
  });

  it(
    'compiles, on the page and in the worker',
    async () => {
      expect(await compile()).toEqual({ code: 0, out: '' });
    },
    COMPILE_MS,
  );

  it('is queued, shown, collapsed, sent and answered by an engine that has never heard of it', async () => {
    const { code, out } = await node('drain.ts');
    expect({ code, out }).toMatchObject({ code: 0 });
    const text = 'для мамы, к маю';
    expect(JSON.parse(out)).toEqual({
      before: { text, waiting: 1, isBalanced: true },
      stored: 2,
      flushed: { kind: 'drained' },
      sent: [{ method: 'PUT', path: '/api/notes/5', body: JSON.stringify({ text }) }],
      after: { text, waiting: 0, isBalanced: true },
    });
  });

  it.each([
    ['a face', 'src/mutations.ts', "  'product.note': productNoteFace,\n", 'src/mutations.ts'],
    ['a pull of its scope', 'src/app/pulls.ts', /^ {2}notes: .*\n/m, 'src/app/pulls.ts'],
    [
      'the guard of its stored form',
      'src/features/notes/notes.mutation.ts',
      /isPayload:[^]*?string',\n/,
      'notes.mutation.ts',
    ],
  ])(
    'does not compile without %s',
    async (_what, file, part, told) => {
      const whole = read(file);
      expect(whole.replace(part, '')).not.toBe(whole);
      write(file, whole.replace(part, ''));
      const { code, out } = await compile();
      write(file, whole);
      expect(code).not.toBe(0);
      expect(out).toContain(told);
    },
    COMPILE_MS,
  );
});

describe('each kind', () => {
  const texts = ['src', 'sw'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => [`${folder}/${file}`, readFileSync(join(ROOT, folder, file), 'utf8')] as const),
  );
  const simulation = readdirSync(join(ROOT, 'tests/offline/sim')).map(
    (file) => [file, readFileSync(join(ROOT, 'tests/offline/sim', file), 'utf8')] as const,
  );
  const server = ['server', 'contract'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  );

  it.each(MUTATIONS.map(({ kind }) => kind))(
    '«%s» is named by its feature, by the list, and by nobody else',
    (kind) => {
      const named = texts.filter(([, text]) => text.includes(`'${kind}'`)).map(([file]) => file);
      const [home, ...twice] = named.filter((file) => file.endsWith('.mutation.ts'));
      expect(twice).toEqual([]);
      // Beside its definition a screen of the first chunk asks by name; a wrong one does not compile.
      const others = named.filter((file) => dirname(file) !== dirname(home ?? ''));
      expect(others).toEqual(['src/mutations.ts']);
      // The simulation is told of it in one table; commands and oracles go by `merge`.
      expect(simulation.filter(([, text]) => text.includes(`'${kind}'`)).map(([file]) => file)).toEqual(['models.ts']);
      // The shop books it under this name.
      expect(server.some((text) => text.includes(`'${kind}'`))).toBe(true);
    },
  );
});
