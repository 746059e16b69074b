const KEY = 'draft:login';

/** What was typed as login (never the password) outlives a reload of this tab. A browser may forbid the storage: then it does not. */
export function readLoginDraft(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
export function writeLoginDraft(login: string): void {
  try {
    if (login === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, login);
  } catch {
    // Nothing to keep it in.
  }
}
