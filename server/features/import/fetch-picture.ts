import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { PICTURE_LIMITS } from '#server/features/catalogue/pictures/store-picture.commands.ts';
import { isPublicAddress } from '#server/features/import/public-address.ts';

/** A picture that could not be had; the message is Russian. `isHostDown` counts towards skipping the whole host. */
export class PictureError extends Error {
  override name = 'PictureError' as const;
  readonly isHostDown: boolean;
  constructor(message: string, isHostDown = false) {
    super(message);
    this.isHostDown = isHostDown;
  }
}

export type Address = { address: string; family: number };
/** The two doors to the network, so that a test can open another. */
export type Net = { resolve(host: string): Promise<Address[]>; isAllowed(address: string): boolean };
export const publicNet: Net = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  isAllowed: isPublicAddress,
};

const TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 4;

/**
 * Downloads one picture from the public internet: 10 s and 10 MB in all, redirects included; each hop's name is
 * resolved first, every address of it must be public, and the connection goes to exactly the address that was judged.
 * @throws PictureError
 */
export const fetchPicture = (address: string, net: Net = publicNet, timeoutMs = TIMEOUT_MS): Promise<Buffer> =>
  fetchPublic(address, {
    net,
    timeoutMs,
    bytes: PICTURE_LIMITS.bytes,
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  });

export type PublicAsked = { net: Net; timeoutMs: number; /** The most of it. */ bytes: number; accept: string };
/** The same for any file. @throws PictureError */
export async function fetchPublic(address: string, { net, timeoutMs, bytes, accept }: PublicAsked): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let url = parseUrl(address);
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const answer = await ask(url, await judgedAddress(url, net, signal), { signal, accept });
      const status = answer.statusCode ?? 0;
      if (status >= 300 && status < 400 && answer.headers.location) {
        answer.destroy();
        url = parseUrl(answer.headers.location, url);
      } else if (status === 200) return await readBody(answer, bytes);
      else {
        answer.destroy();
        throw new PictureError(`сервер ответил ${status}`, status >= 500 || status === 429);
      }
    }
    throw new PictureError('слишком много перенаправлений');
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError(signal.aborted ? `нет ответа за ${timeoutMs / 1000} с` : describeNetworkError(error), true);
  }
}

function parseUrl(text: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw new PictureError('неверный адрес');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new PictureError('адрес не http и не https');
  if (url.username !== '' || url.password !== '') throw new PictureError('адрес с паролем');
  return url;
}

async function judgedAddress(url: URL, net: Net, signal: AbortSignal): Promise<Address> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const literal = isIP(host);
  const addresses = literal ? [{ address: host, family: literal }] : await abortable(net.resolve(host), signal);
  const first = addresses[0];
  if (!first) throw new PictureError('имя сервера не найдено', true);
  if (!addresses.every(({ address }) => net.isAllowed(address)))
    throw new PictureError('адрес ведёт во внутреннюю сеть', true);
  return first;
}

/** A name lookup cannot be cancelled, only no longer waited for. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(new Error('timeout')), { once: true });
    work.then(done, fail);
  });
}

function ask(
  url: URL,
  pinned: Address,
  { signal, accept }: { signal: AbortSignal; accept: string },
): Promise<IncomingMessage> {
  // Node asks in either form; the answer is always the judged address, so a second DNS answer changes nothing.
  const pinnedLookup: LookupFunction = (_host, options, answer) => {
    if (options.all) answer(null, [pinned]);
    else answer(null, pinned.address, pinned.family);
  };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, fail) => {
    request(url, {
      signal,
      lookup: pinnedLookup,
      agent: false,
      headers: {
        accept,
        'accept-encoding': 'identity',
        'user-agent': 'rostok-import',
      },
    })
      .once('response', done)
      .once('error', fail)
      .end();
  });
}

async function readBody(answer: IncomingMessage, most: number): Promise<Buffer> {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  const tooLarge = new PictureError(`файл больше ${most / 1024 / 1024} МБ`);
  if (encoding !== 'identity' || Number(answer.headers['content-length'] ?? 0) > most) {
    answer.destroy();
    throw encoding === 'identity' ? tooLarge : new PictureError('ответ сжат');
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += (part as Buffer).length;
    // Leaving the loop destroys the connection.
    if (size > most) throw tooLarge;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts, size);
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'имя сервера не найдено',
  EAI_AGAIN: 'имя сервера не узнать: нет связи с DNS',
  ECONNREFUSED: 'сервер не отвечает',
  ECONNRESET: 'связь оборвалась',
  EHOSTUNREACH: 'сервер недоступен',
  ENETUNREACH: 'нет сети',
  ETIMEDOUT: 'сервер не отвечает',
};
function describeNetworkError(error: unknown): string {
  const code = (error as { code?: string }).code ?? '';
  return (
    REASONS[code] ??
    (/CERT|TLS|SSL/.test(code) ? `сертификат сервера не принят (${code})` : `ошибка сети${code ? ` (${code})` : ''}`)
  );
}
