import { encode } from 'uqr';

/** Drawn as one path: a printer gets squares without seams. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`Код ${text}`}>
      <path d={path} fill="currentColor" />
    </svg>
  );
}
