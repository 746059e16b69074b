import { MESSAGES } from '#contract/messages.ts';
import type { FieldErrors } from '#contract/reply.ts';
import type { Failure } from '#src/platform/api/failure.ts';

/** Nothing but emptiness is judged here: what a login looks like the shop knows. */
export function judgeLogin(typed: { login: string; password: string }): FieldErrors | null {
  const empty = (['login', 'password'] as const).filter((name) => typed[name].trim() === '');
  return empty.length === 0 ? null : Object.fromEntries(empty.map((name) => [name, [MESSAGES.fillField]]));
}

/** Refusals that belong to a field: the limit counts per login, a wrong pair is mended in the password first. Null: any other failure. */
export function loginFaults(failure: Failure): FieldErrors | null {
  if (failure.kind !== 'refused') return null;
  const { code, message } = failure.refusal;
  if (code === 'wrong_password') return { password: [message] };
  return code === 'too_many' ? { login: [message] } : null;
}

/** Where to go after login: a path of this site only, never `//host`, `/\host` or a scheme. */
export function safeReturn(search: string, fallback = '/user'): string {
  const wanted = new URLSearchParams(search).get('return');
  if (!wanted?.startsWith('/')) return fallback;
  const base = 'http://self.invalid';
  try {
    const url = new URL(wanted, base);
    const path = url.pathname + url.search + url.hash;
    return url.origin === base && !path.startsWith('//') && !/^\/log(in|out)(\/|$)/.test(url.pathname)
      ? path
      : fallback;
  } catch {
    return fallback;
  }
}
