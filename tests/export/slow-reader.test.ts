import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { ExportColumn } from '#server/platform/export/columns.rules.ts';
import { sendTable } from '#server/platform/export/send-table.ts';
import { type ExportFormat, tableBytes } from '#server/platform/export/table-bytes.ts';

// A file of a million rows takes no more memory than one of fifty: docs/product/reports.md#exports.
type Row = { at: number };
const COLUMNS: readonly ExportColumn<Row>[] = [
  { title: 'Рег. номер', kind: 'number', value: ({ at }) => at },
  // Nothing a packer could make small: what is kept by mistake is as large as the table, and buffers of sockets are full soon.
  { title: 'ФИО', kind: 'text', value: () => randomBytes(150).toString('base64') },
];
const ROWS = 300_000;
/** What lies between the source and a reader who takes nothing: buffers of the two sockets, and some pieces on the way. */
const UNDER_WAY = 100_000;

function counted(firstOnceThis: Promise<void> = Promise.resolve()) {
  const told = { asked: 0, isLetGo: false };
  async function* rows(): AsyncGenerator<Row> {
    try {
      await firstOnceThis;
      for (let at = 0; at < ROWS; at += 1) {
        // Pages of the real source come later than at once.
        if (at % 500 === 0) await new Promise((done) => setImmediate(done));
        told.asked += 1;
        yield { at };
      }
    } finally {
      told.isLetGo = true;
    }
  }
  return { told, rows: rows() };
}
async function serving(format: ExportFormat) {
  const { told, rows } = counted();
  const app = fastify();
  app.get('/file', (_request, reply) =>
    sendTable(reply, { name: 'file', format, count: ROWS, heading: [], columns: COLUMNS, rows }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    get({ port, host: '127.0.0.1', path: '/file' }, done).once('error', fail);
  });
  return { app, told, answer };
}
/** So many looks in a row find the same: between two of them the sender has its turn, however slow the machine is. */
const LOOKS = 25;
/** Waits until nobody asks for rows any more. */
async function standsStill(told: { asked: number }): Promise<number> {
  let last = -1;
  let same = 0;
  await expect
    .poll(
      () => {
        same = told.asked === last ? same + 1 : 0;
        last = told.asked;
        return same;
      },
      { interval: 40 },
    )
    .toBeGreaterThan(LOOKS);
  return last;
}

it.each(['xlsx', 'csv'] as const)(
  'a reader who stops stops the rows of an .%s, and whoever closes the connection lets go of them',
  async (format) => {
    const { app, told, answer } = await serving(format);
    const asked = await standsStill(told);
    expect(asked).toBeGreaterThan(500);
    expect(asked).toBeLessThan(UNDER_WAY);
    expect(told.isLetGo).toBe(false);
    // A little is taken, and a little more is made.
    const more = await new Promise<number>((done) => {
      answer.on('data', () => {
        if (told.asked <= asked) return;
        answer.pause();
        done(told.asked);
      });
    });
    expect(more).toBeGreaterThan(asked);
    expect(await standsStill(told)).toBeLessThan(asked + UNDER_WAY);
    answer.destroy();
    await expect.poll(() => told.isLetGo).toBe(true);
    expect(await standsStill(told)).toBeLessThan(ROWS);
    await app.close();
  },
);

it('who asks for the head of a file alone has none made', async () => {
  const { told, rows } = counted();
  const app = fastify();
  app.get('/file', (_request, reply) =>
    sendTable(reply, { name: 'file', format: 'csv', count: ROWS, heading: [], columns: COLUMNS, rows }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    request({ port, host: '127.0.0.1', path: '/file', method: 'HEAD' }, done).once('error', fail).end();
  });
  expect(answer.headers['x-export-rows']).toBe(String(ROWS));
  answer.resume();
  await expect.poll(() => told.isLetGo).toBe(true);
  expect(told.asked).toBeLessThan(UNDER_WAY);
  await app.close();
});

it('who leaves before the first row is there lets go of the rows', async () => {
  const gate = Promise.withResolvers<void>();
  const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { told, rows } = counted(gate.promise);
  const app = fastify();
  app.get('/file', (_request, reply) => {
    begun.resolve();
    reply.raw.once('close', () => left.resolve());
    return sendTable(reply, { name: 'file', format: 'csv', count: ROWS, heading: [], columns: COLUMNS, rows });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const asked = get({ port, host: '127.0.0.1', path: '/file' }).on('error', () => undefined);
  await begun.promise;
  asked.destroy();
  await left.promise;
  gate.resolve();
  await expect.poll(() => told.isLetGo).toBe(true);
  expect(told.asked).toBeLessThan(UNDER_WAY);
  await app.close();
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const held = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};
it.each(['xlsx', 'csv'] as const)('what is held while an .%s is made does not grow with its rows', async (format) => {
  const { rows } = counted();
  const told: number[] = [];
  let [bytes, at] = [0, 0];
  const before = held();
  for await (const piece of tableBytes(format, { heading: [], columns: COLUMNS, rows: upTo(rows, 60_000) })) {
    bytes += piece.length;
    at += piece.length;
    if (at < 1_000_000) continue;
    at = 0;
    told.push(held() - before);
  }
  expect(bytes).toBeGreaterThan(8_000_000);
  expect(told.length).toBeGreaterThan(3);
  // The table is more by then.
  expect(Math.max(...told)).toBeLessThan(7);
});
async function* upTo(rows: AsyncIterable<Row>, most: number): AsyncGenerator<Row> {
  for await (const row of rows) {
    if (row.at >= most) return;
    yield row;
  }
}
