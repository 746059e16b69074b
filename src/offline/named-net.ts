import type { Net } from '#src/offline/ports.ts';

/**
 * Says whose it is at every request. Another tab may have logged somebody else in: then the shop refuses, and nothing of
 * theirs comes into this person's database (docs/product/offline.md#owners).
 */
export const namedNet = (net: Net, owner: string): Net => ({
  get: (path, options) => net.get(path, { ...options, owner }),
});
