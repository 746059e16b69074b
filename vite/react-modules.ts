import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * React's packages are CommonJS: whatever nobody calls would stay, and every use would be a look-up in an object. As modules
 * they are 3 kB gz less of the first chunk, and half a kilobyte more when what they ask of old browsers and servers is
 * answered here, as `define` would. Fails when a file has lost the known shape.
 */
export function reactModules(): Plugin {
  const files = new Map(
    Object.entries({
      react: 'react/cjs/react.production.js',
      'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
      'react-dom': 'react-dom/cjs/react-dom.production.js',
      'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
      scheduler: 'scheduler/cjs/scheduler.production.js',
    }).map(([name, file]) => [name, join(ROOT, 'node_modules', file)]),
  );
  const own = new Set(files.values());
  return {
    name: 'rostok-react-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => files.get(id) ?? null,
    transform(code, id) {
      if (own.has(id)) return { code: toModule(code, id), map: null };
      // `import React from 'react'` of a library asks for everything at once.
      const named = id.includes('/node_modules/')
        ? code.replaceAll(
            /^import (\w+)(, \{[^}]*\})? from (['"]react['"]);/gm,
            (_, all: string, some: string, from: string) =>
              `import * as ${all} from ${from};${some ? `import ${some.slice(2)} from ${from};` : ''}`,
          )
        : code;
      return named === code ? null : { code: named, map: null };
    },
  };
}

/** Every browser that understands `target` has these, none has the two of Node and of Internet Explorer. */
const HAS = {
  object: /typeof (?:window(?:\.document)?|document|performance)(?![\w.])/g,
  function:
    /typeof (?:window\.document\.createElement|setTimeout|clearTimeout|queueMicrotask|reportError|WeakSet|WeakMap|Promise|AbortController|MessageChannel|performance\.(?:now|getEntriesByType))(?![\w.])/g,
  undefined: /typeof setImmediate(?![\w.])/g,
};
const answered = (code: string): string =>
  Object.entries(HAS)
    .reduce((text, [kind, question]) => text.replaceAll(question, `"${kind}"`), code)
    .replaceAll('"documentMode" in document', 'false')
    .replaceAll('document.documentMode', 'undefined');

/** `var X = require('y')` and `exports.z = …` at the start of a line, as `import` and `export`. */
function toModule(code: string, id: string): string {
  const names = new Set<string>();
  const body = answered(code)
    .replace('"use strict";', '')
    .replace(
      /^var ((?:\s*\w+ = require\("[\w-]+"\),)*\s*\w+ = require\("[\w-]+"\))([,;])/m,
      (_, list: string, end: string) => {
        const imports = list.replaceAll(/(\w+) = require\(("[\w-]+")\),?/g, 'import * as $1 from $2;');
        return end === ',' ? `${imports} var ` : imports;
      },
    )
    .replaceAll(/^( *)exports\.(\w+)(?= =)/gm, (_, space: string, name: string) => {
      const isFirst = !names.has(name);
      names.add(name);
      return `${space}${isFirst ? 'var ' : ''}$$${name}`;
    })
    .replaceAll(/\bexports\.(\w+)/g, '$$$$$1');
  if (names.size === 0 || /\brequire\(|\bexports\b/.test(body))
    throw new Error(`${id} is not the CommonJS that is known (vite/react-modules.ts)`);
  return `${body}\nexport { ${[...names].map((name) => `$$${name} as ${name}`).join(', ')} };`;
}
