import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '#tests/support/free-port.ts';

// As much of WebDriver (https://www.w3.org/TR/webdriver2/) as one smoke needs.

const DRIVER = 'WebKitWebDriver';
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** The key under which WebDriver hands an element over (the standard's own constant). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export type WebKit = {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an async function's body in the page. */
  read<T>(body: string, ...args: unknown[]): Promise<T>;
  /** A click by the browser itself on the first element of this XPath. */
  click(xpath: string): Promise<void>;
  close(): Promise<void>;
};

/** Debian's WebKitGTK on a screen that nobody sees. @throws when it does not start. */
export async function openWebKit(): Promise<WebKit> {
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', DRIVER, `--port=${port}`], { stdio: 'ignore', detached: true });
  const base = `http://127.0.0.1:${port}`;
  const options = { binary: BROWSER, args: ['--automation'] };
  const asked = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } };
  const { sessionId } = await patiently(() => send<{ sessionId: string }>('POST', `${base}/session`, asked));
  const session = `${base}/session/${sessionId}`;
  return {
    open: (url) => send('POST', `${session}/url`, { url }),
    reload: () => send('POST', `${session}/refresh`, {}),
    read: (body, ...args) =>
      send('POST', `${session}/execute/async`, {
        script: `const done = arguments[arguments.length - 1]; (async (...args) => { ${body} })(...arguments).then(done, (error) => done(String(error)));`,
        args,
      }),
    async click(xpath) {
      const found = await patiently(() =>
        send<Record<string, string>>('POST', `${session}/element`, { using: 'xpath', value: xpath }),
      );
      await send('POST', `${session}/element/${found[ELEMENT]}/click`, {});
    },
    async close() {
      await send('DELETE', session, undefined).catch(() => {});
      end(driver);
    },
  };
}

async function send<T>(method: string, url: string, body: unknown): Promise<T> {
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${url}: ${value.error}: ${value.message}`);
  return value;
}

/** Until it works, for half a minute. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const limit = Date.now() + 30_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise((done) => setTimeout(done, 250));
    }
  }
}

function end({ pid }: ChildProcess): void {
  if (pid) process.kill(-pid, 'SIGTERM');
}
