import { flushSync } from 'react-dom';
import type { AroundNavHandler, BaseLocationHook } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { withKey } from '#src/app/entry-key.ts';
import { wantsLessMotion } from '#src/platform/display/motion.ts';

/**
 * Addresses of the app: every one carries the sponsor (docs/product/asked-for.md#screens), every entry of the history its
 * own key.
 */
export function locationHook(carry: (url: string) => string): BaseLocationHook {
  const go = (to: string, options: { replace?: boolean; state?: unknown } = {}) => {
    const url = carry(to);
    const isSame = new URL(url, location.href).href === location.href;
    const isReplace = options.replace === true || isSame;
    history[isReplace ? 'replaceState' : 'pushState'](withKey(options.state, isReplace), '', url);
    // The link of the page one is on: to its top, as everywhere.
    if (isSame && options.replace !== true) scrollTo({ top: 0, behavior: wantsLessMotion() ? 'instant' : 'smooth' });
  };
  return (router) => [useBrowserLocation(router)[0], go];
}

/** `transition` on a link or a navigation: a view transition between the list and the product (docs/product/look.md#look). */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (!options?.transition || typeof document.startViewTransition !== 'function' || wantsLessMotion()) {
    navigate(to, options);
    return;
  }
  document.startViewTransition(() => flushSync(() => navigate(to, options)));
};
