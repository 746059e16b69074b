import type { Plugin } from 'vite';

/**
 * The first chunk names what it shares twice, `px as $`, for each of 150 names; once is enough, 300 bytes gz. Whoever imports
 * them is told. Fails when somebody asks for the first chunk in another way than `import { … } from`.
 */
export function plainExports(): Plugin {
  return {
    name: 'rostok-plain-exports',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find((chunk) => chunk.isEntry);
      const list = entry && /export ?\{([^{}]*)\};?\s*$/.exec(entry.code);
      if (!list) return;
      const locals = new Map(pairsOf(list[1]).map(([local, shared]) => [shared, local]));
      entry.code = `${entry.code.slice(0, list.index)}export{${[...locals.values()].join(',')}};\n`;
      const path = `"./${entry.fileName.split('/').at(-1)}"`;
      for (const chunk of chunks) {
        if (chunk === entry) continue;
        let told = 0;
        const code = chunk.code.replaceAll(
          /import ?(?:\{([^{}]*)\} ?from ?)?("[^"]*");/g,
          (all, names?: string, from?: string) => {
            if (from !== path) return all;
            told += 1;
            const own = names && pairsOf(names).map(([shared, name]) => `${locals.get(shared)} as ${name}`);
            return own ? `import{${own.join(',')}}from${path};` : all;
          },
        );
        if (told !== chunk.code.split(path).length - 1 || code.includes('undefined as '))
          throw new Error(`${chunk.fileName} imports the first chunk in an unknown way (vite/plain-exports.ts)`);
        chunk.code = code;
      }
    },
  };
}
const pairsOf = (list = ''): [from: string, to: string][] =>
  list.split(',').map((one) => {
    const [from = '', to = from] = one.trim().split(/ as /);
    return [from, to];
  });
