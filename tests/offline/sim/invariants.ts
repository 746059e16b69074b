import { applyDelta } from '#src/offline/outbox/fold.rules.ts';
import type { CartChange, FavSet } from '#src/offline/outbox/record.ts';
import type { World } from '#tests/offline/sim/world.ts';

/** Which oracles judge a run. Sabotaged engines are judged by effects alone: the bookkeeping would give them away too early. */
export type Oracles = 'all' | 'effects';
export class Broken extends Error {
  override name = 'Broken' as const;
}
const fail = (what: string): never => {
  throw new Broken(what);
};

/** At every step: at-most-once effects, ownership (I5), one payload per key (I6), the ledger (I4), no flicker (I8). */
export async function checkStep(world: World, oracles: Oracles): Promise<void> {
  const { server } = world;
  const keys = new Set<string>();
  for (const { key, owner, session } of server.executions) {
    if (keys.has(key)) fail(`at most once: key ${key} was executed twice`);
    keys.add(key);
    if (owner !== session && server.bound.get(owner) !== session)
      fail(`I5: a record of ${owner} was executed for ${session}`);
  }
  for (const [key, payloads] of server.payloads)
    if (payloads.size > 1) fail(`I6: key ${key} was sent with ${payloads.size} payloads`);
  if (oracles === 'effects') return;
  for (const owner of world.stores.keys()) {
    const state = await world.state(owner);
    if (!state.isBalanced)
      fail(
        `I4: ledger of ${owner}: ${JSON.stringify(state.ledger)} pending ${state.pending.length} parked ${state.parked.length}`,
      );
    // I8: while a heart's last gesture is on its way, the screen shows it and nothing else.
    for (const record of state.pending) {
      if (record.kind !== 'fav.set') continue;
      const last = world.gestures
        .filter(
          (one) =>
            one.owner === owner && one.intent.kind === 'fav.set' && one.intent.body.productId === record.body.productId,
        )
        .at(-1);
      if (!last || last.order !== lastOrder(world, owner, record.body.productId)) continue;
      const shown = await world.view(owner, 'fav', record.body.productId, 99);
      const tail = state.pending
        .filter((one) => one.kind === 'fav.set' && one.body.productId === record.body.productId)
        .at(-1);
      if (tail?.kind === 'fav.set' && shown !== Number(tail.body.on))
        fail(`I8: heart ${record.body.productId} of ${owner} shows ${shown}`);
    }
  }
}
const lastOrder = (world: World, owner: string, productId: number): number =>
  Math.max(
    -1,
    ...world.gestures
      .filter((one) => one.owner === owner && one.intent.kind === 'fav.set' && one.intent.body.productId === productId)
      .map((one) => one.order),
  );

/** After heal: exactly once or visibly parked (I1), nothing waits (I3), the view is the server's state (I7). */
export async function checkHealed(world: World, owners: readonly string[], oracles: Oracles): Promise<void> {
  for (const owner of owners) {
    const state = await world.state(owner);
    if (state.pending.length > 0)
      fail(`I3: ${state.pending.length} records of ${owner} never drained: ${JSON.stringify(state.pending[0])}`);
    const mine = world.gestures.filter((one) => one.owner === owner);
    checkHearts(
      world,
      owner,
      mine,
      state.parked.map((one) => one.record.lane),
    );
    checkSums(
      world,
      owner,
      mine,
      state.parked.map((one) => one.record),
    );
    if (oracles === 'effects') continue;
    const person = world.server.person(owner);
    for (const productId of productsOf(world)) {
      const heart = await world.view(owner, 'fav', productId, 99);
      if (heart !== Number(person.hearts.has(productId))) fail(`I7: heart ${productId} of ${owner} shows ${heart}`);
      const quantity = await world.view(owner, 'cart:retail', productId, 99);
      if (quantity !== (person.cart.get(productId) ?? 0))
        fail(
          `I7: line ${productId} of ${owner} shows ${quantity}, the server holds ${person.cart.get(productId) ?? 0}`,
        );
    }
    checkOracle(world, owner);
  }
}

export const productsOf = (world: World): number[] => [
  ...new Set(world.gestures.flatMap(({ intent }) => ('productId' in intent.body ? [intent.body.productId] : []))),
];

/** The heart the server holds is the last gesture's, unless that very gesture was refused and stands parked (F3, F8). */
function checkHearts(world: World, owner: string, mine: World['gestures'], parkedLanes: readonly string[]): void {
  const last = new Map<number, boolean>();
  for (const { intent } of mine)
    if (intent.kind === 'fav.set') last.set(intent.body.productId, (intent.body as FavSet).on);
  for (const [productId, on] of last) {
    if (parkedLanes.includes(`fav:${productId}`)) continue;
    if (world.server.person(owner).hearts.has(productId) !== on && !world.clamped.has(`${owner} fav:${productId}`))
      fail(`I1: heart ${productId} of ${owner} is not the last gesture's (${on})`);
  }
}

/** Where nothing was clamped or refused, what was asked for is what was executed, piece by piece. */
function checkSums(
  world: World,
  owner: string,
  mine: World['gestures'],
  parked: readonly { kind: string; lane: string; body: unknown }[],
): void {
  const asked = new Map<number, number>();
  for (const { intent } of mine)
    if (intent.kind === 'cart.change')
      asked.set(intent.body.productId, (asked.get(intent.body.productId) ?? 0) + (intent.body as CartChange).delta);
  for (const [productId, sum] of asked) {
    const executed = world.server.executions.filter(
      (one) => one.kind === 'cart' && one.owner === owner && one.productId === productId,
    );
    const isClamped =
      executed.some((one) => one.applied !== one.delta) ||
      parked.some((one) => one.lane === `cart:retail:0:${productId}`) ||
      world.clamped.has(`${owner} cart:${productId}`);
    if (isClamped) continue;
    const done = executed.reduce((total, one) => total + (one.delta ?? 0), 0);
    if (done !== sum) fail(`I1: line ${productId} of ${owner}: asked ${sum}, executed ${done}`);
  }
}

/** The oracle: the quantity is the rule folded over the executions in server order. */
function checkOracle(world: World, owner: string): void {
  const lines = new Map<number, number>();
  for (const one of world.server.executions) {
    if (one.kind !== 'cart' || one.owner !== owner) continue;
    const before = lines.get(one.productId) ?? 0;
    lines.set(one.productId, applyDelta(before, one.delta ?? 0, Math.max(before + one.applied, before)));
  }
  for (const [productId, quantity] of lines) {
    if ((world.server.person(owner).cart.get(productId) ?? 0) !== quantity)
      fail(`oracle: line ${productId} of ${owner}`);
  }
}
