import webPush from 'web-push';
import type { Db } from '#server/db/open.ts';
import { tellFailed, tellWorked } from '#server/gates/health.queries.ts';
import { isPushService } from '#server/gates/push/push-hosts.rules.ts';
import { keepKeys, type PushKeys } from '#server/gates/push/push-keys.queries.ts';
import { PushError, type PushGate, type PushMessage, type PushTarget } from '#server/gates/push/port.ts';

export type PushSettings = { publicUrl: string; pushHosts: readonly string[] };

/** A day: an order's news of yesterday is read in the inbox. */
const TTL_SECONDS = 86_400;
const PATIENCE_MS = 15_000;

/** Web push by the browsers' own services: RFC 8030, 8291 and 8292, encrypted and signed by `web-push`, sent by our own call. */
export function openWebPush(db: Db, { publicUrl, pushHosts }: PushSettings): PushGate {
  let keys: Promise<PushKeys> | undefined;
  const ownKeys = () =>
    (keys ??= keepKeys(db, () => webPush.generateVAPIDKeys()).catch((error: unknown) => {
      keys = undefined;
      throw error;
    }));
  const serves = (endpoint: string): boolean => isPushService(endpoint, pushHosts);
  return {
    serves,
    publicKey: async () => (await ownKeys()).publicKey,
    async send(target, message) {
      if (!serves(target.endpoint)) throw new PushError('gone', 'not a push service');
      const request = encrypted(target, message, { ...(await ownKeys()), subject: subjectOf(publicUrl) });
      try {
        await post(request);
      } catch (error) {
        if (error instanceof PushError && error.kind === 'away')
          await tellFailed(db, 'push', error.message).catch(() => undefined);
        throw error;
      }
      // The message is out: a note that could not be written must not send it again.
      await tellWorked(db, 'push').catch(() => undefined);
    },
  };
}

/** Whom a push service writes to about this shop. Apple refuses what is neither https nor mailto. */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith('https://') ? publicUrl : `mailto:push@${new URL(publicUrl).hostname}`;

type Request = { endpoint: string; headers: Record<string, string | number>; body: Uint8Array };

/** @throws PushError `gone` when the browser's keys are none: nothing can be encrypted for it. */
function encrypted(
  { endpoint, p256dh, auth }: PushTarget,
  message: PushMessage,
  vapidDetails: PushKeys & { subject: string },
): Request {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      { vapidDetails, TTL: TTL_SECONDS, topic: message.tag, contentEncoding: 'aes128gcm' },
    );
    return { endpoint, headers: { ...headers, Urgency: 'normal' }, body: new Uint8Array(body ?? []) };
  } catch {
    throw new PushError('gone', 'keys of the browser are unusable');
  }
}

async function post({ endpoint, headers, body }: Request): Promise<void> {
  let status: number;
  try {
    const names = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(names.map(([name, value]) => [name, String(value)])),
      body: body as Uint8Array<ArrayBuffer>,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    ({ status } = answer);
  } catch (error) {
    // Silence and a broken line are one thing: the network's own word names no address.
    const code = (error as { cause?: { code?: unknown } }).cause?.code;
    throw new PushError('away', typeof code === 'string' ? code : 'no answer');
  }
  if (status >= 200 && status < 300) return;
  if (status === 404 || status === 410) throw new PushError('gone', `HTTP ${status}`);
  throw new PushError(status === 429 || status >= 500 ? 'away' : 'refused', `HTTP ${status}`);
}
