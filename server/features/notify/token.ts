import { createHash, randomBytes } from 'node:crypto';

/** 256 bits, as they stand in a link. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** What is kept of them. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
