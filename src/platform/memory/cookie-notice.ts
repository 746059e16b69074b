import { LIMITS } from '#contract/tables.ts';

/** docs/product/asked-for.md#constants: stored for one month under this name. */
const NAME = 'is_cookies_accepted';

export const areCookiesAccepted = (): boolean => document.cookie.split('; ').some((pair) => pair === `${NAME}=1`);

export function acceptCookies(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${NAME}=1; Max-Age=${LIMITS.cookieAcceptedDays * 86_400}; Path=/; SameSite=Lax${secure}`;
}
