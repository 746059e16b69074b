import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants } from 'node:zlib';
import type { FromRenderer, PageStyle, RendererData, ToRenderer } from '#server/features/pages/render-messages.ts';

// Renders pages in a thread of its own, so that no request waits behind one (docs/decisions/250).

/** As in src/entry-server.tsx, which is built into `renderer/render.js`: client and server share no code. */
type RenderPage = (job: {
  path: string;
  manifest: string;
  file(sha256: string): Promise<string>;
  template: string;
  styles: readonly PageStyle[];
  footerStyles: readonly PageStyle[];
}) => Promise<string | null>;

/** A page of 100 kB takes 2 ms; the best quality would take 150 for a tenth less. */
const QUALITY = 5;

const port = parentPort!;
const say = (message: FromRenderer): void => port.postMessage(message);
const { code } = workerData as RendererData;
const loaded = import(pathToFileURL(code).href) as Promise<{ renderPage: RenderPage }>;
// A failure is told with the first job.
loaded.then(
  () => say({ kind: 'ready' }),
  () => undefined,
);

const wanted = new Map<string, { text: Promise<string>; settle(text: string | null): void }>();
/** Asks the server's thread, which keeps the published files; the same file once at a time. */
function file(sha256: string): Promise<string> {
  const known = wanted.get(sha256);
  if (known) return known.text;
  const { promise: text, resolve, reject } = Promise.withResolvers<string>();
  const settle = (found: string | null): void => {
    wanted.delete(sha256);
    if (found === null) reject(new Error('a published file is gone'));
    else resolve(found);
  };
  wanted.set(sha256, { text, settle });
  say({ kind: 'wants', sha256 });
  return text;
}

async function render({ id, ...job }: ToRenderer & { kind: 'render' }): Promise<void> {
  try {
    const { renderPage } = await loaded;
    const html = await renderPage({ ...job, file });
    if (html === null) return say({ kind: 'rendered', id, br: null, etag: '' });
    const bytes = Buffer.from(html);
    const br = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    say({ kind: 'rendered', id, br, etag });
  } catch (error) {
    const { message, stack = '' } = error as Error;
    say({ kind: 'failed', id, message, stack });
  }
}

port.on('message', (message: ToRenderer) => {
  if (message.kind === 'file') wanted.get(message.sha256)?.settle(message.text);
  else void render(message);
});
