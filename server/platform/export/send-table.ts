import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ExportTable } from '#server/platform/export/columns.rules.ts';
import { attachment } from '#server/platform/export/file-name.rules.ts';
import { type ExportFormat, formatFor, tableBytes } from '#server/platform/export/table-bytes.ts';

export type SentTable<Row> = ExportTable<Row> & {
  /** Name of the file without its ending: `otchet_aktivnost_202611`. */
  name: string;
  /** What was asked for; more rows than an .xlsx may hold come as CSV. */
  format: ExportFormat;
  /** How many rows there will be. */
  count: number;
};
const TYPES: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};
/** Whoever takes nothing for so long has gone. */
const SLOW_MS = 120_000;

/**
 * Answers with a file that is made while it is read (docs/product/reports.md#exports). The first row is waited for, so what refuses
 * or fails until then is answered in words. When the reader leaves, `rows` is ended (`return`), and what it holds is let go.
 */
export async function sendTable<Row>(reply: FastifyReply, table: SentTable<Row>): Promise<FastifyReply> {
  const format = formatFor(table.format, table.count, table.heading.length);
  const source = table.rows[Symbol.asyncIterator]();
  // A file that nobody has begun to read runs no `finally`. Readers leave before the first row, too.
  reply.raw.once('close', () => void source.return?.());
  const rows = followed(source, await source.next());
  reply.raw.setTimeout(SLOW_MS, () => reply.raw.destroy());
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-disposition': attachment(`${table.name}.${format}`),
      'x-export-rows': String(table.count),
    })
    .type(TYPES[format])
    .send(Readable.from(tableBytes(format, { ...table, rows }), { objectMode: false }));
}

/** The same rows; the first of them is there. */
async function* followed<Row>(source: AsyncIterator<Row>, first: IteratorResult<Row>): AsyncGenerator<Row> {
  try {
    for (let next = first; next.done !== true; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}
