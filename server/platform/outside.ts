import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Call, CallReply } from '#contract/call.ts';
import type { Db, Tx } from '#server/db/open.ts';
import type { Gates } from '#server/gates/gates.ts';
import { defineJob, type Job, JobGivenUp } from '#server/platform/job.ts';
import { type Answer, inFlight, readKey } from '#server/platform/keyed.ts';
import { type Asked, Begun, mount, okBody, type Shop } from '#server/platform/mount.ts';
import {
  findOutside,
  insertBegun,
  lockOutside,
  type OutsideRow,
  takeOver,
  writeEnd,
} from '#server/platform/outside.queries.ts';
import { refusalBody, RefusedError } from '#server/platform/refuse.ts';

// A call that must ask a gate before it can answer (docs/decisions/141).
// Contents: 1 the description, 2 the handler, 3 the job, 4 how it ends

// ── 1 The description ───────────────────────────────────────────────────────────────────────────
type Described<C extends Call, Started extends object, Outcome> = {
  call: C;
  /** What `begin` commits and `ask` and `finish` are given, by this process or by another one after a crash. */
  started: z.ZodMiniType<Started>;
  /** In the transaction of the key; of the shop's gates it may ask what is set up, and calls none. @throws a refusal: nothing has begun. */
  begin(asked: Asked<C>, shop: Shop): Promise<Started>;
  /**
   * Without a transaction. `id` is the same at every try: the gate must know by it that it is the same call. A definite no
   * is an outcome; whatever is thrown means that the end is unknown, and is asked again.
   */
  ask(outside: { gates: Gates; id: string; signal: AbortSignal }, started: Started): Promise<Outcome>;
  /** In a transaction, once. A refusal is returned, not thrown: what is written beside it stays. */
  finish(end: { tx: Tx; id: string; now: Date }, started: Started, outcome: Outcome): Promise<Reply<C> | RefusedError>;
  /** Longest wait for the gate; the person waits along. */
  patienceSeconds?: number;
};
type Reply<C extends Call> = Omit<CallReply<C>, 'status'>;
export type Outside<C extends Call, Started extends object, Outcome> = Required<Described<C, Started, Outcome>> & {
  /** Finishes what a crash or a silent gate left; belongs into the feature's *.jobs.ts and so into the registry. */
  job: Job<{ id: string }>;
};

export function defineOutside<C extends Call, Started extends object, Outcome>(
  described: Described<C, Started, Outcome>,
): Outside<C, Started, Outcome> {
  const outside = { patienceSeconds: 25, ...described };
  const job = defineJob({
    name: `${described.call.name}.finish`,
    data: z.object({ id: z.uuid() }),
    // Most of a day: a provider may be away for hours.
    retry: { limit: 60, delay: 15, delayMax: 1200 },
    expireIn: 2 * outside.patienceSeconds + 30,
    // One for every call, put off, and almost all find nothing to do. One by one they would fall behind a shop that sells, and whoever
    // was cut off by a crash would wait behind all of them.
    together: 10,
    handle: ({ db, gates, now }, { id }) => finishLater(outside, { db, gates, now }, id),
  });
  return { ...outside, job };
}

// ── 2 The handler ───────────────────────────────────────────────────────────────────────────────
/** Longer than a handler can be at it: the wait for the gate, and then the transaction of the end. */
const holdOf = (patienceSeconds: number): number => 2 * patienceSeconds;

/** Mounts such a call: begin, ask, finish. While the end is unknown its key is answered 409. */
export function mountOutside<C extends Call, Started extends object, Outcome>(
  app: FastifyInstance,
  shop: Shop,
  outside: Outside<C, Started, Outcome>,
): void {
  const { call, patienceSeconds, job } = outside;
  const hold = holdOf(patienceSeconds);
  const begin = async (asked: Asked<C>) => {
    const started = await outside.begin(asked, shop);
    const id = randomUUID();
    const key = call.keyed ? readKey(asked.request) : null;
    await insertBegun(asked.tx, { id, name: call.name, key, started }, hold);
    // Whoever comes back from a crash needs no memory of ours: the job is committed together with the beginning.
    await shop.jobs.send(asked.tx, job, { id }, { startAfterSeconds: Math.ceil(hold) });
    return new Begun(id);
  };
  mount(app, shop, call, begin, {
    async afterBegin(id) {
      const row = await findOutside(shop.db, id);
      if (!row) throw new Error('what was begun a moment ago is gone');
      try {
        return await askAndFinish(outside, shop, row);
      } catch (error) {
        app.log.warn({ err: error, call: call.name }, 'the end of a call to the outside is unknown');
        throw inFlight();
      }
    },
  });
}

// ── 3 The job ───────────────────────────────────────────────────────────────────────────────────
type Parts = { db: Db; gates: Gates; now: () => Date };

async function finishLater<C extends Call, Started extends object, Outcome>(
  outside: Required<Described<C, Started, Outcome>>,
  parts: Parts,
  id: string,
): Promise<void> {
  const row = await findOutside(parts.db, id);
  if (!row) throw new JobGivenUp('nothing was begun under this id');
  if (row.endedAt) return;
  if (!(await takeOver(parts.db, id, holdOf(outside.patienceSeconds)))) throw new Error('somebody else is still at it');
  await askAndFinish(outside, parts, row);
}

// ── 4 How it ends ───────────────────────────────────────────────────────────────────────────────
async function askAndFinish<C extends Call, Started extends object, Outcome>(
  outside: Required<Described<C, Started, Outcome>>,
  { db, gates, now }: Parts,
  { id, started }: OutsideRow,
): Promise<Answer> {
  const parsed = outside.started.parse(started);
  const signal = AbortSignal.timeout(outside.patienceSeconds * 1000);
  const outcome = await Promise.race([outside.ask({ gates, id, signal }, parsed), aborted(signal)]);
  return db.transaction(async (tx) => {
    const row = await lockOutside(tx, id);
    if (!row) throw new Error('a call to the outside lost its row');
    // Somebody else knew the end first: that one stands, and is answered.
    if (row.endedAt && row.status !== null && row.answer !== null)
      return { http: row.status, body: Buffer.from(row.answer) };
    const ended = await outside.finish({ tx, id, now: now() }, parsed, outcome);
    if (ended instanceof RefusedError) await ended.count?.(tx);
    const { http, body } =
      ended instanceof RefusedError
        ? { http: ended.http, body: refusalBody(outside.call.dialect, ended) }
        : { http: 200, body: okBody(outside.call, ended) };
    const answer = JSON.stringify(body);
    await writeEnd(tx, row, { status: http, answer });
    return { http, body: Buffer.from(answer) };
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_done, fail) => {
    signal.addEventListener('abort', () => fail(new Error('the gate has not answered in time')), { once: true });
  });
}
