/**
 * «/produkt/:slug» as a pattern. Stands in the place of regexparam, which wouter brings along and whose other forms no route
 * of ours has (vite.config.ts): whole paths and `:name` segments, a trailing slash does not matter.
 */
export function parse(path: string): { keys: string[]; pattern: RegExp } {
  const keys: string[] = [];
  const source = path.replace(/\/$/, '').replaceAll(/:(\w+)/g, (_, key: string) => {
    keys.push(key);
    return '([^/]+?)';
  });
  return { keys, pattern: new RegExp(`^${source}/?$`, 'i') };
}
