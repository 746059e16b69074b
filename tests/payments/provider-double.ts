import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReceiptItem } from '#contract/receipts.ts';
import type { PaymentRequest } from '#server/gates/payments/port.ts';

// A provider's server on this machine, which answers as the test says. Contents: 1 the server, 2 what is asked of it

// ── 1 The server ────────────────────────────────────────────────────────────────────────────────
export type Heard = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
};
export type Say = (heard: Heard, answer: ServerResponse) => void;

export async function openProviderDouble() {
  const heard: Heard[] = [];
  let say: Say = (_heard, answer) => void answer.writeHead(404).end();
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider.test');
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const one = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers,
        body: Buffer.concat(chunks).toString(),
      };
      heard.push(one);
      say(one, answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answers(next: Say): void {
      heard.length = 0;
      say = next;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type ProviderDouble = Awaited<ReturnType<typeof openProviderDouble>>;

export const json =
  (body: unknown, status = 200): Say =>
  (_heard, answer) =>
    void answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
export const text =
  (body: string, status = 200): Say =>
  (_heard, answer) =>
    void answer.writeHead(status).end(body);
export const silence: Say = () => {};

// ── 2 What is asked of it ───────────────────────────────────────────────────────────────────────
export const cream: ReceiptItem = {
  name: 'Крем «Роса»',
  quantity: 2,
  priceKop: 61_700,
  sumKop: 123_400,
  vat: 22,
  subject: 'commodity',
  mode: 'full_prepayment',
  marked: false,
};
export const request = (more: Partial<PaymentRequest> = {}): PaymentRequest => ({
  key: '2b6f0cc9-04d2-4b3a-9f1e-2f6f9d6c1a10',
  paymentId: 12,
  orderId: 30_377,
  code: 1,
  amountKop: 123_450,
  description: 'Заказ № 30 377',
  returnUrl: 'https://shop.test/user/orders/30377?paid=1',
  receipt: {
    customer: { email: 'maria@mail.test', phone: '+79000000157' },
    items: [cream, { ...cream, name: 'Доставка', quantity: 1, priceKop: 50, sumKop: 50, subject: 'service' }],
  },
  expiresAt: new Date('2026-11-22T13:00:00Z'),
  ...more,
});
export const ref = (externalId: string) => ({ paymentId: 12, orderId: 30_377, externalId });
export const patient = (): AbortSignal => AbortSignal.timeout(20_000);
