import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '#server/gates/payments/port.ts';
import { openRobokassa } from '#server/gates/payments/robokassa.ts';
import { openSber } from '#server/gates/payments/sber.ts';
import { openYookassa } from '#server/gates/payments/yookassa.ts';
import {
  openProviderDouble,
  patient,
  type ProviderDouble,
  ref,
  request,
  silence,
  text,
} from '#tests/payments/provider-double.ts';

// Whatever leaves the outcome open is «away» in all adapters alike, so that the same is asked again and nothing is believed.

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble();
});
afterAll(() => double.close());

const openers: [string, (url: string) => PaymentProvider][] = [
  ['yookassa', (url) => openYookassa({ shopId: '1', secretKey: 's', taxSystem: 1, url })],
  [
    'robokassa',
    (url) =>
      openRobokassa({
        login: 'rostok',
        password1: 'p1',
        password2: 'p2',
        password3: 'p3',
        hash: 'md5',
        isTest: false,
        sno: 'osn',
        url,
      }),
  ],
  ['sber', (url) => openSber({ userName: 'u', password: 'p', callbackSecret: 's', url })],
];

describe.each(openers)('%s', (_name, open) => {
  it.each([
    ['429', text('{}', 429)],
    ['500', text('oops', 500)],
    ['a page of somebody else', text('<!doctype html><p>Войдите в Wi-Fi')],
    ['half an answer', text('{"id": "2f1')],
    ['an empty answer', text('')],
    ['a list', text('[]')],
    ['our login refused', text('{"errorCode":"5"}', 401)],
  ])('%s says nothing about a payment', async (_what, say) => {
    double.answers(say);
    const provider = open(double.url);
    const away = { name: 'PaymentError', kind: 'away' };
    await expect(provider.create(request(), patient())).rejects.toMatchObject(away);
    await expect(provider.read(ref('2f1e6c1a-ext'), patient())).rejects.toMatchObject(away);
  });

  it('silence ends with the caller’s patience', async () => {
    double.answers(silence);
    const started = Date.now();
    await expect(open(double.url).read(ref('2f1e6c1a-ext'), AbortSignal.timeout(150))).rejects.toMatchObject({
      kind: 'away',
      message: 'TimeoutError',
    });
    // A provider's own patience is ten.
    expect(Date.now() - started).toBeLessThan(9000);
  });

  it('nobody at its address is away too, and the cause names no address', async () => {
    const provider = open('http://127.0.0.1:9');
    const failure = await provider.create(request(), patient()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'away' });
    expect((failure as Error).message).not.toContain('127.0.0.1');
  });

  it('is led nowhere else', async () => {
    double.answers((_heard, answer) => void answer.writeHead(302, { location: 'http://127.0.0.1:9/' }).end());
    await expect(open(double.url).create(request(), patient())).rejects.toMatchObject({ kind: 'away' });
  });
});
