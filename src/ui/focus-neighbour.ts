/**
 * When a button disappears with its row, focus moves to the next row, else to the one before, else to the block's heading.
 * `row` is the rows' selector.
 */
export function focusNeighbour(button: HTMLElement, row: string): void {
  const own = button.closest(row);
  const next = [own?.nextElementSibling, own?.previousElementSibling].find((one) => one?.matches(row));
  const target = next?.querySelector<HTMLElement>('button, a[href]:not([tabindex="-1"])') ?? headingOf(own);
  target?.focus();
}

function headingOf(row: Element | null): HTMLElement | null {
  const block = row?.closest('dialog, section, main');
  const heading =
    block?.querySelector<HTMLElement>('h1, h2, h3') ?? document.querySelector<HTMLElement>('main h1') ?? null;
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}
