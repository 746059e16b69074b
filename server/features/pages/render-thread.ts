import { Worker } from 'node:worker_threads';
import type { FromRenderer, PageStyle, RendererData, ToRenderer } from '#server/features/pages/render-messages.ts';

export type RenderJob = {
  path: string;
  /** Text of the manifest of the revision to render. */
  manifest: string;
  /** index.html of this build with the head of the page. */
  template: string;
  styles: readonly PageStyle[];
  /** Of the footer, for whoever has no script. */
  footerStyles: readonly PageStyle[];
};
export type Rendered = { br: Buffer; etag: string };
export type RenderThread = {
  /**
   * The document; null for an address that the revision does not have.
   * @throws RenderError when it fails, takes too long, or too many wait already.
   */
  render(job: RenderJob): Promise<Rendered | null>;
  stop(): Promise<void>;
};
export class RenderError extends Error {
  override name = 'RenderError';
  /** True for an overload: it says nothing about the page. */
  isBusy: boolean;
  constructor(message: string, { stack, isBusy = false }: { stack?: string; isBusy?: boolean } = {}) {
    super(message);
    if (stack) this.stack = stack;
    this.isBusy = isBusy;
  }
}

export type ThreadParts = {
  /** Path of the built renderer, an ES module that exports `renderPage`. */
  code: string;
  /** Text of a published file. */
  readFile(sha256: string): Promise<string | null>;
  /** Longest wait for one page, in milliseconds, its turn included. A thread that is silent for as long is ended. */
  deadlineMs: number;
  /** Most pages that may wait for their turn. */
  maxWaiting: number;
};
type Waiting = { done(rendered: Rendered | null): void; fail(error: RenderError): void; timer: NodeJS.Timeout };

/** Longest start of a thread, whatever else the machine does, and how much of it a visitor waits for. */
const START_MS = 20_000;
const START_WAIT_MS = 5000;

/**
 * One thread that renders pages, started by the first of them. A page that never ends ends the thread, because a loop cannot be
 * stopped otherwise; the next page starts another.
 */
export function openRenderThread({ code, readFile, deadlineMs, maxWaiting }: ThreadParts): RenderThread {
  let worker: Worker | null = null;
  let lastId = 0;
  /** Until when a silent thread is taken for a busy one. */
  let patientUntil = 0;
  let isStarting = false;
  const waiting = new Map<number, Waiting>();

  const end = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    clearTimeout(one?.timer);
    waiting.delete(id);
    return one;
  };
  const give = (message: ToRenderer): void => worker?.postMessage(message);
  const dropThread = (why: string): Promise<number> | undefined => {
    const gone = worker;
    worker = null;
    for (const id of waiting.keys()) end(id)?.fail(new RenderError(why));
    return gone?.terminate();
  };
  const giveUp = (id: number): void => {
    const why = 'no page in time';
    if (Date.now() < patientUntil) end(id)?.fail(new RenderError(why, { isBusy: true }));
    else void dropThread(why);
  };
  const hear = async (message: FromRenderer): Promise<void> => {
    patientUntil = Date.now() + deadlineMs - 1;
    isStarting = false;
    if (message.kind === 'ready') return;
    if (message.kind === 'wants')
      give({ kind: 'file', sha256: message.sha256, text: await readFile(message.sha256).catch(() => null) });
    else if (message.kind === 'rendered')
      end(message.id)?.done(message.br && { br: Buffer.from(message.br), etag: message.etag });
    else end(message.id)?.fail(new RenderError(message.message, { stack: message.stack }));
  };
  const start = (): Worker => {
    const data: RendererData = { code };
    const started = new Worker(new URL('./render-worker.ts', import.meta.url), { workerData: data, name: 'pages' });
    started.unref();
    patientUntil = Date.now() + START_MS;
    isStarting = true;
    started.on('message', (message: FromRenderer) => void hear(message));
    started.on('error', (error: Error) => worker === started && void dropThread(error.message));
    started.on('exit', () => worker === started && void dropThread('the thread has ended'));
    return started;
  };

  return {
    render(job) {
      if (waiting.size >= maxWaiting)
        return Promise.reject(new RenderError('too many pages wait to be rendered', { isBusy: true }));
      worker ??= start();
      const id = (lastId += 1);
      return new Promise((done, fail) => {
        const timer = setTimeout(() => giveUp(id), isStarting ? Math.max(deadlineMs, START_WAIT_MS) : deadlineMs);
        waiting.set(id, { done, fail, timer });
        give({ kind: 'render', id, ...job });
      });
    },
    async stop() {
      await dropThread('the shop is closing');
    },
  };
}
