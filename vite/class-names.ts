import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STYLE_FILES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.module.css'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .sort();

/**
 * «a0», «a1», «b0»: letters for the style file, a number for the class in it. The same sources give the same names, and the
 * first chunk and its styles are 2 kB gz smaller than with hashes.
 */
export function shortName(name: string, file: string, css: string): string {
  const sheet = STYLE_FILES.indexOf(relative(ROOT, file.split('?')[0] ?? file).replaceAll('\\', '/'));
  const classes = [
    ...new Set(
      [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:\.|@keyframes )([a-z_][\w-]*)/gi)].map(
        ([, found]) => found,
      ),
    ),
  ];
  let letters = '';
  for (let rest = sheet + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
  const short = `${letters}${classes.indexOf(name)}`;
  // `.h1` to `.h3` are classes of the house (src/ui/global.css): the eighth sheet must not restyle every heading.
  return /^h[1-3]$/.test(short) ? `${short}_` : short;
}

/**
 * `styles.card` becomes the name itself instead of a look-up in a table of all names: the styles are imported as a namespace
 * wherever nobody asks for `styles[kind]`. A sheet whose names have all become text stays for its rules.
 */
export function plainClassNames(): Plugin[] {
  return [
    {
      name: 'rostok-plain-class-names',
      apply: 'build',
      enforce: 'pre',
      transform(code, id) {
        if (!/\/src\/.*\.tsx?$/.test(id) || code.includes('styles[')) return null;
        const plain = code.replace(/^import styles from ('[^']+\.module\.css')/m, 'import * as styles from $1');
        return plain === code ? null : { code: plain, map: null };
      },
    },
    {
      name: 'rostok-keep-sheets',
      apply: 'build',
      enforce: 'post',
      // An effect for the bundler, nothing for the minifier.
      transform: (code, id) =>
        id.endsWith('.module.css') ? { code: `${code};debugger;`, map: null, moduleSideEffects: true } : null,
    },
  ];
}
