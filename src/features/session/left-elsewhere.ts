const KEY = 'left-elsewhere';

/** Another tab has logged out, and this page is loaded anew without the person: its next start says why. */
export function noteLeftElsewhere(): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Storage is forbidden: the page is loaded anew without a word.
  }
}
/** Once. */
export function takeLeftElsewhere(): boolean {
  try {
    const isNoted = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isNoted;
  } catch {
    return false;
  }
}
