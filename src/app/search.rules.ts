/** The list with another query; sort and filters stay when the person is in the list already. */
export function withQuery(search: string, text: string): string {
  const params = new URLSearchParams(search);
  // A query shown from storage and its preview belong to what was found before.
  params.delete('preview');
  const query = text.replace(/\s+/g, ' ').trim();
  // Another query is ordered by what fits it best, whatever order the last one had.
  if (query !== '' && query !== params.get('q')) params.delete('sort');
  if (query === '') params.delete('q');
  else params.set('q', query);
  const rest = params.toString();
  return rest === '' ? '/katalog' : `/katalog?${rest}`;
}
