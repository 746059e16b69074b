import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = new URL('../../src/', import.meta.url).pathname;
const sheets = new Map<string, Set<string>>();
const used = new Map<string, { name: string; by: string }[]>();
/** Sheets of which somebody asks for `styles[kind]`: any class may be meant. */
const open = new Set<string>();

for (const file of readdirSync(SRC, { recursive: true, encoding: 'utf8' }).sort()) {
  if (file.endsWith('.module.css')) {
    const css = readFileSync(join(SRC, file), 'utf8').replaceAll(
      /\/\*[\s\S]*?\*\/|:global\((?:[^()]|\((?:[^()]|\([^)]*\))*\))*\)|url\([^)]*\)/g,
      '',
    );
    sheets.set(file, new Set([...css.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name ?? '')));
  }
  if (!/\.tsx?$/.test(file)) continue;
  const code = readFileSync(join(SRC, file), 'utf8');
  for (const [, local, path = ''] of code.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)) {
    const sheet = path.startsWith('#src/') ? path.slice('#src/'.length) : join(dirname(file), path);
    if (code.includes(`${local}[`)) open.add(sheet);
    const names = [...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => ({
      name,
      by: file,
    }));
    used.set(sheet, [...(used.get(sheet) ?? []), ...names]);
  }
}

describe('classes of CSS modules', () => {
  it('reads the sheets at all', () => {
    expect(sheets.size).toBeGreaterThan(30);
    expect([...used.values()].flat().length).toBeGreaterThan(200);
  });

  it('every sheet is imported by default: Vite drops the rules of one that comes as `* as styles`', () => {
    const others = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && /^import [*{].*\.module\.css'/m.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(others).toEqual([]);
  });

  it('every class that a part asks for has a rule in its sheet', () => {
    const lost = [...used].flatMap(([sheet, names]) => names.filter(({ name }) => !sheets.get(sheet)?.has(name)));
    expect(lost).toEqual([]);
  });

  it('every class of a sheet is asked for', () => {
    const spare = [...sheets].flatMap(([sheet, names]) =>
      open.has(sheet)
        ? []
        : [...names]
            .filter((name) => !used.get(sheet)?.some((one) => one.name === name))
            .map((name) => `${sheet} .${name}`),
    );
    expect(spare).toEqual([]);
  });
});
