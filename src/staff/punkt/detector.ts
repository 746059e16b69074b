import { FORMATS, type LookReply, type LookRequest } from '#src/staff/punkt/detector-messages.ts';

/** What is in sight of the camera; `close` when nobody looks any more. */
export type Detector = { look: (source: HTMLVideoElement) => Promise<readonly string[]>; close: () => void };

/** The browser's own reader, which Windows and Linux lack, else one that we serve (docs/decisions/441); null where neither works. */
export async function openDetector(signal: AbortSignal): Promise<Detector | null> {
  return (await openOwn()) ?? (await openServed(signal).catch(() => null));
}

/** The part of it that we use; TypeScript does not know it yet. */
type OwnClass = {
  new (options: { formats: readonly string[] }): {
    detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
  };
  getSupportedFormats: () => Promise<readonly string[]>;
};
async function openOwn(): Promise<Detector | null> {
  const Own = (globalThis as { BarcodeDetector?: OwnClass }).BarcodeDetector;
  const known = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Own || !FORMATS.slice(0, 2).every((name) => known.includes(name))) return null;
  const own = new Own({ formats: FORMATS.filter((name) => known.includes(name)) });
  return { look: async (source) => (await own.detect(source)).map(({ rawValue }) => rawValue), close: () => {} };
}

async function openServed(signal: AbortSignal): Promise<Detector> {
  const worker = new Worker(new URL('./detector.worker.ts', import.meta.url), { type: 'module', name: 'detector' });
  signal.addEventListener('abort', () => worker.terminate());
  const ask = (request: LookRequest, given: Transferable[] = []): Promise<LookReply> =>
    new Promise((done, fail) => {
      worker.addEventListener('message', ({ data }: MessageEvent<LookReply>) => done(data), { once: true });
      worker.addEventListener('error', () => fail(new Error('the reader of codes did not start')), { once: true });
      worker.postMessage(request, given);
    });
  const { kind } = await ask({ kind: 'open', formats: FORMATS });
  if (kind !== 'ready') {
    worker.terminate();
    throw new Error('the reader of codes did not load');
  }
  return {
    async look(source) {
      if (source.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return [];
      const picture = await createImageBitmap(source);
      const reply = await ask({ kind: 'look', picture }, [picture]);
      return reply.kind === 'seen' ? reply.values : [];
    },
    close: () => worker.terminate(),
  };
}
