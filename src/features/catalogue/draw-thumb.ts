import { thumbHashToRGBA } from 'thumbhash';

/** @param hash base64 thumbhash of a cut-out, alpha included */
export function drawThumb(canvas: HTMLCanvasElement, hash: string): void {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(hash), (char) => char.charCodeAt(0)));
    canvas.width = w;
    canvas.height = h;
    canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
  } catch {
    // A broken placeholder is no reason to show anything else.
  }
}
