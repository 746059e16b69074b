/**
 * On a slow line a rendered page has done without its letters (docs/decisions/422): they are fetched now, each range that the page has
 * letters of, and are there when the next screen is drawn with them.
 */
export function takeLetters(): void {
  const { dataset } = document.documentElement;
  if (dataset.line !== 'slow') return;
  delete dataset.code;
  // A line that breaks off meanwhile: the next screen asks for what it needs.
  void document.fonts.load("1em 'Golos Text Variable'", document.body.textContent).catch(() => {});
}
