/** Roles of docs/product/asked-for.md#roles and staff. */
export const ROLES = ['client', 'user', 'cons', 'optovik', 'staff'] as const;
export type Role = (typeof ROLES)[number];
