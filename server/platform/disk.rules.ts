/** Both in bytes; `free`: what the shop's own user may still write. */
export type DiskRoom = { free: number; total: number };

const LEAST_BYTES = 2 ** 30;
const LEAST_SHARE = 0.1;

/** Under 1 GB or under a tenth: PostgreSQL stops taking changes when nothing is left. */
export const isLow = ({ free, total }: DiskRoom): boolean => free < LEAST_BYTES || free < total * LEAST_SHARE;
