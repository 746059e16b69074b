import { useEffect } from 'react';

/** «Магний B6 — Росток»; the tab and the history show it. */
export function setPageTitle(title: string): void {
  document.title = title === '' ? 'Росток' : `${title} — Росток`;
}

/** For a screen whose title is data (a product, a category); null leaves the route's own title. */
export function usePageTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title) setPageTitle(title);
  }, [title]);
}
