import { useSearch } from 'wouter';

/** The other choices stay when the category changes. */
export function useCategoryHref(): (slug: string | null) => string {
  const params = new URLSearchParams(useSearch());
  params.delete('preview');
  const rest = params.toString();
  return (slug) => `/katalog${slug ? `/${slug}` : ''}${rest === '' ? '' : `?${rest}`}`;
}
