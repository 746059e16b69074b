import type { Call, Method } from '#contract/call.ts';

/** Methods of the calls at an address, for `Allow`; empty when no call has it. */
export type MethodsAt = (url: string) => readonly string[];

/** A trailing slash makes no other address, as the router sees it. */
export function methodsOf(calls: readonly Pick<Call, 'method' | 'path'>[]): MethodsAt {
  const patterns = calls.map(({ method, path }) => ({ method, parts: partsOf(path) }));
  return (url) => {
    const asked = partsOf(url.split(/[?#]/)[0] ?? '');
    const found = patterns.filter(
      ({ parts }) =>
        parts.length === asked.length && parts.every((part, i) => part.startsWith(':') || part === asked[i]),
    );
    return [...new Set(found.flatMap(({ method }) => asAllowed(method)))];
  };
}

const partsOf = (path: string): string[] => path.replace(/\/$/, '').split('/');
const asAllowed = (method: Method): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);
