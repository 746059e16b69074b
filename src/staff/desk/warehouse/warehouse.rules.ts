import type { ShelvesAsked } from '#src/staff/desk/warehouse/warehouse.atoms.ts';

/** Parameters that mean nothing are left out. */
export function readShelvesAddress(search: string): ShelvesAsked {
  const params = new URLSearchParams(search);
  const [shelf, q] = [params.get('shelf')?.slice(0, 40), params.get('q')?.slice(0, 100)];
  return { ...(shelf ? { shelf } : {}), ...(q ? { q } : {}) };
}
export function shelvesAddress({ shelf, q }: ShelvesAsked): string {
  const text = new URLSearchParams({ ...(shelf ? { shelf } : {}), ...(q ? { q } : {}) }).toString();
  return text === '' ? '/desk/shelves' : `/desk/shelves?${text}`;
}
