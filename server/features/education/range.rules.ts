/** Which bytes of a file were asked for; `end` is included (RFC 9110 §14). */
export type Wanted = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'none' };

const WHOLE: Wanted = { kind: 'whole' };

/**
 * One range of bytes. Several ranges, other units and what is no range at all are answered with the whole file, which the
 * rule allows; `none` is 416. `If-Range` must name exactly this file, else the whole one is sent.
 */
export function wantedBytes(
  header: string | undefined,
  size: number,
  etag: string,
  ifRange: string | undefined,
): Wanted {
  if (header === undefined || (ifRange !== undefined && ifRange !== etag)) return WHOLE;
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!parts || (parts[1] === '' && parts[2] === '')) return WHOLE;
  if (parts[1] === '') {
    const last = Number(parts[2]);
    return last === 0 || size === 0
      ? { kind: 'none' }
      : { kind: 'part', start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(parts[1]);
  const end = parts[2] === '' ? size - 1 : Math.min(Number(parts[2]), size - 1);
  if (parts[2] !== '' && Number(parts[2]) < start) return WHOLE;
  return start >= size ? { kind: 'none' } : { kind: 'part', start, end };
}
