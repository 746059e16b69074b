/**
 * Does this `Accept` admit a page (RFC 9110, 12.5.1)? The most exact range decides: `text/html`, then `text/*`, then `*` + `/*`,
 * as link previews and command lines send it. No header admits everything.
 */
export function admitsHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = new Map(accept.split(',').map(readRange));
  return (ranges.get('text/html') ?? ranges.get('text/*') ?? ranges.get('*/*') ?? 0) > 0;
}

/** A page is asked for by name, as browsers do when they navigate. */
export const namesHtml = (accept: string | undefined): boolean =>
  accept?.toLowerCase().includes('text/html') === true && admitsHtml(accept);

function readRange(text: string): [string, number] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith('q='));
  return [range, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
