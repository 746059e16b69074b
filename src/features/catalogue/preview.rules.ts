/** `?preview=<slug>`: the quick view is an address too (docs/product/addresses.md#screens). Null closes it. */
export function withPreview(search: string, slug: string | null): string {
  const params = new URLSearchParams(search);
  if (slug === null) params.delete('preview');
  else params.set('preview', slug);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
