import { expect, it } from 'vitest';
import { createFlusher, type Flusher } from '#src/offline/outbox/flush.ts';
import { append } from '#src/offline/outbox/append.ts';
import { readState } from '#src/offline/outbox/state.ts';
import { accepted, type Bench, outboxBench, pieces, refusal, seen } from '#tests/offline/outbox-bench.ts';
import { chanceOf } from '#tests/offline/sim/scheduler.ts';

// docs/product/offline.md#time: thousands of phones leave the metro together (docs/product/offline.md F10).

const CLIENTS = 1000;
const PER_SECOND = 50;
const STEP_MS = 20;

type Phone = { bench: Bench; flusher: Flusher; wakesAt: number };

/** Minutes of simulated time in steps of 20 ms; the server takes 50 requests a second and sends the others away. */
async function herd(seed: number, retryAfterMs: number): Promise<{ minutes: number; perRecord: number; peak: number }> {
  const chance = chanceOf(seed);
  let now = 0;
  let room = PER_SECOND;
  let requests = 0;
  let records = 0;
  const perSecond = Array.from({ length: 600 }, () => 0);
  const phones: Phone[] = [];
  for (let i = 0; i < CLIENTS; i += 1) {
    const bench = outboxBench(String(i));
    bench.ports.random = chance.next;
    bench.ports.now = () => now;
    bench.answer = (sent) => {
      requests += 1;
      const second = Math.floor(now / 1000);
      perSecond[second] = (perSecond[second] as number) + 1;
      if (room < 1) return refusal(sent, 503, 'server_error', retryAfterMs);
      room -= 1;
      return accepted(sent);
    };
    const mine = 1 + chance.int(3);
    for (let product = 1; product <= mine; product += 1)
      await append(bench.ports, bench.who, { id: bench.ports.uuid(), mutation: pieces(product, 1), seen });
    records += mine;
    phones.push({ bench, flusher: createFlusher(bench.ports, bench.who), wakesAt: chance.int(1000) });
  }
  const waiting = new Set(phones);
  while (waiting.size > 0 && now < 10 * 60_000) {
    for (const phone of waiting) {
      if (phone.wakesAt > now) continue;
      const result = await phone.flusher.flush();
      if (result.kind === 'drained') waiting.delete(phone);
      else phone.wakesAt = now + (result.nextInMs ?? 0);
    }
    now += STEP_MS;
    room = Math.min(PER_SECOND, room + (PER_SECOND * STEP_MS) / 1000);
  }
  for (const { bench } of phones) expect((await readState(bench.ports)).pending).toEqual([]);
  return { minutes: now / 60_000, perRecord: requests / records, peak: Math.max(...perSecond.slice(60)) };
}

it.each([10_000, 30_000])('drains a herd of 1,000 clients told to come back in %i ms', async (retryAfterMs) => {
  const { minutes, perRecord, peak } = await herd(1, retryAfterMs);
  console.log(
    `herd, Retry-After ${retryAfterMs} ms: ${minutes.toFixed(1)} min, ${perRecord.toFixed(2)} requests a record, peak after a minute ${peak}/s`,
  );
  expect(minutes).toBeLessThanOrEqual(5);
  expect(perRecord).toBeLessThanOrEqual(3);
  expect(peak).toBeLessThanOrEqual(2 * PER_SECOND);
});
