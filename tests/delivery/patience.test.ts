import { describe, expect, it } from 'vitest';
import { gateOf } from '#server/gates/carriers/carriers.ts';
import { type Carrier, CarrierError, type Quote } from '#server/gates/carriers/port.ts';
import { asking, virtualDeadline } from '#tests/delivery/carrier-double.ts';

// What stands between the shop and its carriers, on a clock of the test's own.
const PRICE: Quote = { costKop: 100, costGateKop: 100, days: null };
type Behaviour = () => Promise<Quote | 'refused' | null>;
function line(behaviour: Behaviour = () => Promise.resolve(PRICE)) {
  const clock = { now: 0 };
  const told: string[] = [];
  const state = { asked: 0, behaviour };
  const carrier: Carrier = {
    name: 'one',
    types: [11],
    quote: () => {
      state.asked += 1;
      return state.behaviour();
    },
  };
  const gate = gateOf([carrier], { now: () => clock.now, tell: (name, failure) => void told.push(`${name}: ${failure ?? 'back'}`) }); // prettier-ignore
  const ask = async (grams = 1, force = false) => (await gate.quotes([asking({ grams })], { force }))[0]?.kind;
  return { clock, told, state, ask };
}
const dead: Behaviour = () => Promise.reject(new CarrierError('HTTP 500'));

describe('a dead carrier', () => {
  it('is left alone for a minute after three failures in a row; then one question tries again', async () => {
    const { clock, state, ask } = line(dead);
    for (let at = 0; at < 3; at += 1) expect(await ask(at)).toBe('silent');
    expect(state.asked).toBe(3);
    for (let at = 0; at < 50; at += 1) expect(await ask(at, true)).toBe('silent');
    expect(state.asked).toBe(3);
    clock.now += 60_000;
    expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual(['silent', 'silent', 'silent']);
    expect(state.asked).toBe(4);
  });
  it('comes back with the first answer, and both are told once', async () => {
    const { clock, state, ask, told } = line(dead);
    for (let at = 0; at < 5; at += 1) await ask(at);
    clock.now += 60_000;
    state.behaviour = () => Promise.resolve(PRICE);
    expect([await ask(1), await ask(2), await ask(3)]).toEqual(['price', 'price', 'price']);
    expect(told).toEqual(['one: HTTP 500', 'one: HTTP 500', 'one: back']);
  });
  it('rests as long as it asks for, but not for ever', async () => {
    const { clock, state, ask } = line(() => Promise.reject(new CarrierError('HTTP 429', { status: 429, retryAfterS: 90 }))); // prettier-ignore
    await ask(1);
    clock.now += 89_000;
    await ask(2);
    expect(state.asked).toBe(1);
    clock.now += 2000;
    state.behaviour = () => Promise.reject(new CarrierError('HTTP 429', { status: 429, retryAfterS: 1e9 }));
    await ask(3);
    clock.now += 11 * 60_000;
    await ask(4);
    expect(state.asked).toBe(3);
  });
  it('does not take the others with it', async () => {
    const { deadline, pass } = virtualDeadline();
    const silent: Carrier = { name: 'silent', types: [11], quote: () => new Promise(() => {}) };
    const lively: Carrier = { name: 'lively', types: [27], quote: () => Promise.resolve(PRICE) };
    const waiting = gateOf([silent, lively], { deadline }).quotes([asking(), asking({ type: 27 })], { force: false });
    pass();
    expect(await waiting).toEqual([{ kind: 'silent' }, { kind: 'price', ...PRICE }]);
  });
  it('is asked together with the others: neither waits for the other’s answer', async () => {
    const { promise: bothAsked, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    const waiting = (name: string, type: 11 | 27): Carrier => ({
      name,
      types: [type],
      quote: async () => {
        asked += 1;
        if (asked === 2) resolve();
        await bothAsked;
        return PRICE;
      },
    });
    const gate = gateOf([waiting('one', 11), waiting('two', 27)]);
    const kinds = await gate.quotes([asking(), asking({ type: 27 })], { force: false });
    expect(kinds.map((one) => one?.kind)).toEqual(['price', 'price']);
  });
  it('a mistake in an adapter is silence, not a fault of the shop', async () => {
    const broken = line(() => Promise.reject(new TypeError('x of undefined')));
    expect([await broken.ask(), ...broken.told]).toEqual(['silent', 'one: broken adapter: TypeError']);
  });
});

describe('what was answered', () => {
  it('is not asked again for ten minutes, unless the buyer says so', async () => {
    const { clock, state, ask } = line();
    for (let at = 0; at < 5; at += 1) expect(await ask(7)).toBe('price');
    expect(state.asked).toBe(1);
    await ask(8);
    await ask(7, true);
    expect(state.asked).toBe(3);
    clock.now += 10 * 60_000;
    await ask(7);
    expect(state.asked).toBe(4);
  });
  it('a refusal is an answer too; silence and «not enough yet» are not', async () => {
    const refused = line(() => Promise.resolve('refused'));
    expect([await refused.ask(), await refused.ask(), refused.state.asked]).toEqual(['refused', 'refused', 1]);
    const unasked = line(() => Promise.resolve(null));
    expect([await unasked.ask(), await unasked.ask(), unasked.state.asked]).toEqual([undefined, undefined, 2]);
  });
  it('at most a thousand are remembered, the oldest goes', async () => {
    const { state, ask } = line();
    for (let grams = 0; grams <= 1000; grams += 1) await ask(grams);
    await ask(1000);
    expect(state.asked).toBe(1001);
    await ask(0);
    expect(state.asked).toBe(1002);
  });
});
