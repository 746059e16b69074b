import { createHash } from 'node:crypto';

/** News of one thing replaces the older news of it: its screen is its name, in what a push service takes (RFC 8030 §5.4). */
export const tagOf = (path: string): string => createHash('sha256').update(path).digest('base64url').slice(0, 22);
