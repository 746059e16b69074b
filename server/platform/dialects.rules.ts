import type { Call, Dialect } from '#contract/call.ts';

export type DialectOf = (url: string) => Dialect;

/**
 * In which envelope an address that no call has is refused: like the calls that share the longest beginning of its path.
 * Where those differ, or none is alike, it is `word`.
 */
export function dialectsOf(calls: readonly Pick<Call, 'path' | 'dialect'>[]): DialectOf {
  const families = new Map<string, Set<Dialect>>();
  for (const { path, dialect } of calls) {
    const fixed = path.split('/:')[0] ?? path;
    for (const prefix of prefixesOf(fixed)) families.set(prefix, (families.get(prefix) ?? new Set()).add(dialect));
  }
  return (url) => {
    const family = prefixesOf(url.split('?')[0] ?? url)
      .map((prefix) => families.get(prefix))
      .find((found) => found !== undefined);
    return family?.size === 1 && family.has('number') ? 'number' : 'word';
  };
}

/** `/cart/add/` → `/cart/add`, `/cart`: the longest first. */
function prefixesOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((_, at) => `/${parts.slice(0, parts.length - at).join('/')}`);
}
