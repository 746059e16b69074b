import { MESSAGES } from '#contract/messages.ts';
import type { Failure } from '#src/platform/api/failure.ts';

export type LoginErrors = { login?: readonly string[]; password?: readonly string[]; form?: string };

export function emptyFields(typed: { login: string; password: string }): LoginErrors {
  return {
    ...(typed.login.trim() === '' ? { login: [MESSAGES.fillField] } : {}),
    ...(typed.password.trim() === '' ? { password: [MESSAGES.fillField] } : {}),
  };
}

/** Where each refusal is shown: the limit counts per login, a wrong pair is mended in the password first. */
export function loginErrors(failure: Failure): LoginErrors {
  switch (failure.kind) {
    case 'refused': {
      const { code, message, errors } = failure.refusal;
      if (errors?.login || errors?.password)
        return {
          ...(errors.login ? { login: errors.login } : {}),
          ...(errors.password ? { password: errors.password } : {}),
        };
      if (code === 'wrong_password') return { password: [message] };
      return code === 'too_many' ? { login: [message] } : { form: message };
    }
    case 'offline':
      return { form: 'Нужен интернет. Проверьте связь и попробуйте снова.' };
    case 'timeout':
      return { form: 'Сервер не ответил вовремя. Попробуйте ещё раз.' };
    case 'broken':
      return { form: MESSAGES.serviceDown };
  }
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
