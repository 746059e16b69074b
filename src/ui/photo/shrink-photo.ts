/** Of what is sent: the shop keeps no larger one. */
const SIDE = 1280;
const QUALITY = 0.86;

/**
 * A photograph made small on the phone itself, as base64 without its head: a picture of the camera has five megabytes, this one a tenth. It
 * also leaves behind where it was taken. What this browser cannot open goes as it is: the shop says what it thinks of it. Null when it
 * is over `maxBytes` even so.
 */
export async function shrinkPhoto(file: Blob, maxBytes: number): Promise<string | null> {
  const small = await redraw(file).catch(() => null);
  const blob = small && small.size < file.size ? small : file;
  return blob.size > maxBytes ? null : toBase64(blob);
}

async function redraw(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    // What is see-through would turn black in a JPEG.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/jpeg', QUALITY),
    );
  } finally {
    picture.close();
  }
}

const toBase64 = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      done(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''),
    );
    reader.addEventListener('error', () => fail(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
