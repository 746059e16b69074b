import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { LookReply, LookRequest } from '#src/staff/punkt/detector-messages.ts';

// Reads codes from pictures of the camera, beside the page: it stays quick, and its policy stays strict (docs/decisions/441). Wiring only.

const reader = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
let detector: BarcodeDetector | null = null;

self.addEventListener('message', ({ data }: MessageEvent<LookRequest>) => {
  if (data.kind === 'open')
    return void reader.then(
      () => {
        detector = new BarcodeDetector({ formats: [...data.formats] });
        tell({ kind: 'ready' });
      },
      () => tell({ kind: 'failed' }),
    );
  return void look(data.picture).then((values) => tell({ kind: 'seen', values }));
});

async function look(picture: ImageBitmap): Promise<string[]> {
  try {
    const found = await detector?.detect(picture);
    return (found ?? []).map(({ rawValue }) => rawValue);
  } catch {
    // One picture that cannot be read; the next comes at once.
    return [];
  } finally {
    picture.close();
  }
}
const tell = (reply: LookReply): void => postMessage(reply);
