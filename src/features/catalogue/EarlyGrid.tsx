/** index.html's own sheet of blank cards, taken before React clears the page. */
const sheet = globalThis.document?.querySelector('.k-grid');
/** False where the page came rendered, or not at all. */
export const hasSheet = sheet != null;

/** The same sheet stays until the first cards are here: nothing blinks between the page's skeleton and its list. */
export function EarlyGrid() {
  return <div aria-busy="true" ref={(box) => void (sheet && box?.replaceChildren(sheet.cloneNode(true)))} />;
}
