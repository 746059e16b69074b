import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

// A citation is `docs/….md` with `#heading`, `row 5` or `F28` behind it, `docs/decisions/NNN`, or a link between papers.

/** Papers that the product was made from, but that are no part of it. */
const FOREIGN =
  /(?:\.\.\/shared|\bSpec §|(?<![\w/-])(?:settled|domain|experience|specification|mutations|first-second|offline|toolchain)\.md)/g;
const CITED =
  /docs\/((?:[\w-]+\/)*[\w-]+\.md)(?:#([\w-]+))?((?:,? (?:and )?[FPI]\d{1,2}\b)*)(?:,? rows? ((?:\d+(?:, | and )?)+))?/g;
const DECISION = /docs\/decisions\/(\d{3})\b(?!-)/g;
const LINK = /\]\((?!\w+:|\/)([^)#\s]*)(?:#([\w-]+))?\)/g;
/** `(F27)`, `(F8, F9)`: rows of docs/product/offline.md, which is the only paper with such numbers. */
const ROWS = /\(((?:[FPI]\d{1,2}(?:, )?)+)\)/g;
const CODE_PATH = /`((?:contract|src|sw|server|tests|bench|content|manifest|vite)\/[\w./-]+\.(?:tsx?|mjs|md))`/g;

/** What a file says that leads nowhere, as `what: why`. `root` holds the papers; `file` is relative to it. */
export function lostCitations(root: string, file: string, text: string): string[] {
  const lost: string[] = [];
  const miss = (what: string, why: string) => void lost.push(`${what}: ${why}`);
  const isPaper = file.endsWith('.md');

  const look = (what: string, path: string, heading?: string, rows: readonly string[] = []): void => {
    const paper = join(root, path);
    if (!existsSync(paper)) return miss(what, 'no such file');
    const body = path.endsWith('.md') ? readFileSync(paper, 'utf8') : '';
    if (heading && !headingsOf(body).has(heading)) miss(what, 'no such heading');
    for (const row of rows) if (!new RegExp(`^\\| *${row} *\\|`, 'm').test(body)) miss(what, `no row ${row}`);
  };

  for (const [what] of text.matchAll(FOREIGN)) {
    // Among the papers a neighbour is called by its name.
    if (!isPaper || !/^(?:offline|toolchain)\.md$/.test(what)) miss(what, 'is no part of the product');
  }
  for (const [what, path = '', heading, tokens = '', numbers = ''] of text.matchAll(CITED))
    look(what, `docs/${path}`, heading, [...tokens.matchAll(/[FPI]\d+/g), ...numbers.matchAll(/\d+/g)].map(String));
  for (const [what, number = ''] of text.matchAll(DECISION)) {
    if (!namesIn(join(root, 'docs/decisions')).some((name) => name.startsWith(`${number}-`)))
      miss(what, 'no such decision');
  }
  for (const [what, numbers = ''] of text.matchAll(ROWS))
    look(what, 'docs/product/offline.md', undefined, numbers.split(', '));
  if (!isPaper) return lost;
  for (const [what, path, heading] of text.matchAll(LINK))
    look(what, path ? normalize(join(dirname(file), path)) : file, heading);
  // A decision tells what was true on its day; every other paper is about today.
  if (!file.startsWith('docs/decisions/'))
    for (const [what, path = ''] of text.matchAll(CODE_PATH))
      if (!existsSync(join(root, path))) miss(what, 'no such file');
  return lost;
}

/** The names by which GitHub links to the headings of a paper. */
function headingsOf(markdown: string): Set<string> {
  return new Set(
    [...markdown.matchAll(/^#+ +(.+?) *$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const TEXT = /\.(?:[cm]?[jt]sx?|css|md|html|json)$/;
/** Every file of the product that a person has written, relative to `root`. */
export function writtenFiles(root: string): string[] {
  const walk = (folder: string): string[] =>
    namesIn(join(root, folder))
      .filter(
        (name) => !name.startsWith('.') && !/^(?:node_modules|dist|data|test-results|playwright-report)$/.test(name),
      )
      .map((name) => (folder ? `${folder}/${name}` : name))
      .flatMap((path) => (statSync(join(root, path)).isDirectory() ? walk(path) : TEXT.test(path) ? [path] : []));
  return walk('').filter((path) => path !== 'package-lock.json' && !path.startsWith('tests/architecture/citations'));
}
