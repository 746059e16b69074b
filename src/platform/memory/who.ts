const KEY = 'who';

/** Only for the words of the fourth link before the session has been read: «Войти» or «Кабинет». Says nothing about who. */
export function rememberedKind(): 'guest' | 'person' {
  try {
    return globalThis.localStorage?.getItem(KEY) === 'person' ? 'person' : 'guest';
  } catch {
    return 'guest';
  }
}
export function rememberKind(kind: 'guest' | 'person'): void {
  try {
    if (kind === 'guest') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, kind);
  } catch {
    // Storage is forbidden: the link starts as «Войти».
  }
}
