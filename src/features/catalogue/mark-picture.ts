/**
 * The picture that flies from a card to the product page, where the stage has the same name; only one may have it at a time.
 * Listens for the whole page, and comes after the first cards: without it the page changes all the same.
 */
export function markPictures(): () => void {
  document.addEventListener('click', mark, true);
  return () => document.removeEventListener('click', mark, true);
}

function mark({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const card = target.closest('a[href^="/produkt/"]')?.closest('article');
  const picture = card?.querySelector<HTMLElement>('[data-picture]');
  if (!picture) return;
  for (const old of document.querySelectorAll<HTMLElement>('[data-flies]')) {
    old.style.viewTransitionName = 'none';
    delete old.dataset.flies;
  }
  picture.style.viewTransitionName = 'product-picture';
  picture.dataset.flies = '';
}
