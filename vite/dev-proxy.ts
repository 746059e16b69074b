import type { Plugin } from 'vite';
import { ALL_CALLS } from '../contract/all-calls.ts';
import { isServerPath } from '../contract/paths.ts';

const CALLS = ALL_CALLS.map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** True for what only the shop API answers: a call of the contract with its method (`/logout` is a screen too), or its prefixes. */
const isForTheShop = (method: string, pathname: string): boolean =>
  isServerPath(pathname) || CALLS.some((call) => call.method === method && call.path.test(pathname));

/** `npm run dev`: sends to the shop API what is its own; screens, modules and reloads stay Vite's. */
export function devProxy(api: string): Plugin {
  return {
    name: 'rostok-dev-proxy',
    apply: 'serve',
    config: () => ({
      server: {
        proxy: {
          '/': {
            target: api,
            bypass: ({ method = 'GET', url = '/' }) =>
              isForTheShop(method, new URL(url, api).pathname) ? undefined : url,
          },
        },
      },
    }),
  };
}
