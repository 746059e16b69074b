import { atom } from 'jotai';
import type { Api } from '#src/platform/api/api.ts';

/**
 * ky and the zod contract come in a chunk of their own, after the first cards (docs/product/start.md#first-load). Tests set
 * this atom.
 */
export const apiAtom = atom<Api>({
  send: async (call, input, options) => (await import('#src/platform/api/api.ts')).api.send(call, input, options),
  ping: async () => (await import('#src/platform/api/api.ts')).api.ping(),
  askReady: async () => (await import('#src/platform/api/api.ts')).api.askReady(),
  wire: async (wire, headers) => (await import('#src/platform/api/api.ts')).api.wire(wire, headers),
});
