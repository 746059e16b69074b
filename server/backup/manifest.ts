import * as z from 'zod/mini';

// What a backup says of itself: the first file of its archive (docs/decisions/194-backup.md).

export const BACKUP_VERSION = 1;
export const MANIFEST = 'manifest.json';

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Whole = z.number().check(z.int(), z.minimum(0));
/** A name below the archive's or the data folder's top: no step upwards, nothing absolute. */
const Inside = z.string().check(z.regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/\\:][^\\:]*$/));
const Packed = { path: Inside, bytes: Whole, sha256: Sha256 };

export const Manifest = z.object({
  format: z.literal('rostok-backup'),
  version: z.literal(BACKUP_VERSION),
  madeAt: z.iso.datetime(),
  /** Of the release that made it (contract/build-number.ts). */
  build: Whole,
  postgres: z.string(),
  /** Hashes of the migrations that the database had, in their order; the structure is made from them. */
  migrations: z.array(Sha256).check(z.minLength(1)),
  /** pg-boss's number of the queue's own tables. */
  queueSchema: Whole,
  /** One file per table: `copy … to stdout` in PostgreSQL's text format, packed with zstd. Names are quoted where they have to be. */
  tables: z.array(z.object({ ...Packed, name: z.string(), columns: z.array(z.string()), rows: Whole })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** Files of the data folder, as they are. */
  files: z.array(z.object(Packed)),
});
export type Manifest = z.infer<typeof Manifest>;
export type PackedTable = Manifest['tables'][number];
export type PackedFile = Manifest['files'][number];

/** Why this release cannot restore a backup; undefined when it can. `known`: hashes of its own migrations, in their order. */
export function whyForeign(
  { migrations, queueSchema, build }: Pick<Manifest, 'migrations' | 'queueSchema' | 'build'>,
  own: { migrations: readonly string[]; queueSchema: number },
): string | undefined {
  if (migrations.some((hash, at) => own.migrations[at] !== hash))
    return `Копия сделана другой или более новой сборкой магазина (${build}). Восстановите её той сборкой, затем обновите магазин.`;
  if (queueSchema !== own.queueSchema)
    return `В копии очередь заданий версии ${queueSchema}, у этой сборки ${own.queueSchema}. Восстановите её сборкой ${build}, затем обновите магазин.`;
  return undefined;
}
