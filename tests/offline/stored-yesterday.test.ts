import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isBalanced, type Ledger } from '#src/offline/outbox/ledger.rules.ts';
import { quarantineUnreadable } from '#src/offline/outbox/quarantine.ts';
import { readState } from '#src/offline/outbox/state.ts';
import { type Drained, drain, type Held, open, partitionOf, shownOf } from '#tests/offline/stored/phone.ts';

// A phone that was updated overnight: this build opens what an earlier one has stored (tests/offline/stored/write.ts), shows
// the same, sends the same bytes under the same keys and leaves the same behind.

type Stored = {
  phones: Record<'held' | 'owing', Record<string, Held>>;
  expected: Record<string, { database: string; prefix: string; shown: unknown; drained: Drained }>;
};
const folder = new URL('stored/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Stored;

it('there are phones to open', () => {
  expect(names).toContain('2026-11-22.json');
});

/** Without the bases that hold nothing: a later build knows more scopes, and each of them begins empty. */
function heldIn(shown: unknown): unknown {
  const { bases, ...rest } = shown as { bases: Record<string, { at: string; top: number }> };
  return {
    ...rest,
    bases: Object.fromEntries(Object.entries(bases).filter(([, { at, top }]) => at !== '' || top >= 0)),
  };
}

describe.each(names)('%s', (name) => {
  const { phones, expected } = read(name);
  const cases = Object.entries(expected).map(([owner, one]) => ({ owner, ...one }));
  const bench = ({ owner, database, prefix }: (typeof cases)[number]) =>
    open(owner, partitionOf(phones.held[database] ?? {}, prefix));

  it.each(cases)('the partition of $owner shows the same', async (one) => {
    expect(heldIn(await shownOf(bench(one)))).toEqual(heldIn(one.shown));
  });

  it.each(cases)('the queue of $owner drains byte for byte under its keys', async (one) => {
    const { requests, left } = await drain(bench(one));
    expect(requests.length).toBeGreaterThan(0);
    expect(requests).toEqual(one.drained.requests);
    expect(left).toEqual(one.drained.left);
  });

  it.each(cases)('the books of $owner balance before and after', async (one) => {
    const phone = bench(one);
    expect(await readState(phone.ports)).toMatchObject({ isBalanced: true });
    await quarantineUnreadable(phone.ports);
    await drain(phone);
    const keys = [...phone.data.keys()];
    const count = (...starts: string[]) => keys.filter((key) => starts.some((start) => key.startsWith(start))).length;
    expect(isBalanced(phone.data.get('ledger') as Ledger, count('ob:', 'out:'), count('park:'))).toBe(true);
    expect(count('ob:')).toBe(one.owner === '1001' ? 1 : 0);
  });

  it('what a newer build has queued stays as it is; what nobody can read is set aside and counted', async () => {
    const [one] = cases;
    if (!one) throw new Error('no phone');
    const phone = bench(one);
    const before = new Map(phone.data);
    expect(await quarantineUnreadable(phone.ports)).toBe(1);
    const newer = [...before].find(([key, value]) => key.startsWith('ob:') && (value as { v: number }).v === 2);
    const damaged = [...before].find(([key, value]) => key.startsWith('ob:') && (value as { id: unknown }).id === 7);
    expect(phone.data.get(newer?.[0] ?? '')).toEqual(newer?.[1]);
    expect(phone.data.get(`bad:${damaged?.[0]}`)).toEqual(damaged?.[1]);
    expect(phone.data.get('ledger')).toMatchObject({ quarantined: 1 });
  });
});
