import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { outboxStore } from '#src/device/outbox-store.ts';
import { identityStores } from '#src/device/identity-stores.ts';
import { guestUser } from '#src/features/session/guest-session.rules.ts';
import { justLoggedIn, markOf } from '#src/features/session/session.rules.ts';
import { append } from '#src/offline/outbox/append.ts';
import { createFlusher } from '#src/offline/outbox/flush.ts';
import { readGuestId } from '#src/offline/identity/guests.ts';
import { emptyPerson, noteLogout } from '#src/offline/identity/leave.ts';
import { keepLogin } from '#src/offline/identity/stay.ts';
import { moveGuestRecords } from '#src/offline/outbox/identity.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import { pull } from '#src/offline/outbox/pull.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import { type Bench, refusal } from '#tests/offline/outbox-bench.ts';
import { drain, NOW, open, partitionOf, plain, shownOf } from '#tests/offline/stored/phone.ts';
import { storedShop } from '#tests/offline/stored/shop.ts';
import { type MemoryStores, memoryStores } from '#tests/support/memory-stores.ts';

// `node tests/offline/stored/write.ts 2026-11-22`: what this build leaves on phones, written into <name>.json by its own
// functions. A build that changes a stored form adds a file and never writes an old one anew: phones do not either.
// 2026-11-22.json was written by the build before kinds became definitions (docs/decisions/130-one-definition.md).

const DAY_MS = 86_400_000;
const AT = '2026-11-22T09:00:00.000Z';
const change = (productId: number, delta: number, kind: 'retail' | 'wholesale' = 'retail'): Intent => ({
  kind: 'cart.change',
  body: { kind, cartType: 0, productId, delta, ...(delta > 0 ? { seenPrice: 64_000 } : {}) },
});
const heart = (productId: number, on: boolean): Intent => ({ kind: 'fav.set', body: { productId, on } });
/** One of every kind, each in a lane of its own; `at` keeps the ids of two sets apart. */
const ofEveryKind = (at: number): Intent[] => [
  heart(at, true),
  change(at, 2),
  change(at, 3, 'wholesale'),
  { kind: 'cart.price', body: { kind: 'retail', cartType: 0, productId: at, price: 70_000 } },
  { kind: 'lesson.watched', body: { lessonId: at } },
  {
    kind: 'quiz.submit',
    body: { lessonId: at, version: 2, quizResult: [{ question_id: 1, answer_ids: [2, 3] }] },
  },
  { kind: 'form.send', body: { form: 'notify-product', fields: { product_id: at, email: 'a@b.ru', consent: true } } },
];

const on = (owner: string, store: OutboxStore): Bench => {
  const bench = open(owner, new Map());
  bench.ports.store = store;
  return bench;
};
async function save(bench: Bench, ...intents: Intent[]): Promise<void> {
  for (const intent of intents)
    await append(bench.ports, bench.who, {
      id: randomUUID(),
      mutation: intent,
      seen: { title: 'Витамин C «Рябинка»', image: '/img/1.webp', price: 64_000, catalogueRev: 'r7' },
    });
}
async function flush(bench: Bench, answer: Bench['answer']): Promise<void> {
  bench.answer = answer;
  await createFlusher(bench.ports, bench.who).flush();
}
function login(stores: MemoryStores, id: number, guestId: string): Promise<void> {
  const user = { ...guestUser, isGuest: false, id, name: 'Мария', role: 'cons', price_type: 1 } as const;
  const answered = { mark: markOf(user), profile: justLoggedIn(user, AT), isForeign: false };
  return keepLogin(identityStores(stores), answered, { guestId, at: AT, isProfile: () => false });
}

/** A session that ended with something queued; then a guest, whose login died halfway; then everything one person can leave. */
async function heldPhone(): Promise<MemoryStores> {
  const stores = memoryStores();
  await login(stores, 1002, await readGuestId(identityStores(stores)));
  await save(on('1002', outboxStore(await stores.person('1002'))), heart(5, true), change(5, 1));

  const guestId = await readGuestId(identityStores(stores));
  const guest = on(`guest:${guestId}`, outboxStore(await stores.person('guest'), `${guestId}/`));
  await save(guest, change(31, 2));
  await flush(guest, () => null);
  await save(guest, change(31, -1), change(32, 1), ofEveryKind(33)[6] as Intent);
  await login(stores, 1001, guestId);

  const own = on('1001', outboxStore(await stores.person('1001')));
  await pullAll(own);
  let calls = 0;
  const dying: OutboxStore = {
    transact: (work) => {
      if ((calls += 1) > 1) throw new Error('the page is gone');
      return own.ports.store.transact(work);
    },
  };
  await moveGuestRecords(guest.ports, { ...own.ports, store: dying }, own.who).catch(() => {});

  await settled(own);
  await save(own, ...ofEveryKind(13), change(21, 4), change(22, 2));
  await flush(own, () => null);
  await save(own, change(13, -1), ...ofEveryKind(14), change(21, -3), change(22, -1));
  await foreignEntries(own);
  return stores;
}

async function pullAll({ ports }: Bench): Promise<void> {
  const included: string[] = [];
  await pull(ports, 'fav', AT, async () => ({ version: 4, values: { 3: 1, 13: 0 }, included, data: [3] }));
  const items = [{ order_item_id: 7, product: { id: 13, title: 'Витамин C' }, quantity: 5 }];
  const data = { groups: [{ cartType: 0, items }], version: 6 };
  await pull(ports, 'cart:retail', AT, async () => ({ version: 6, values: { 13: 5 }, included, data }));
  await pull(ports, 'cart:wholesale', AT, async () => ({ version: 2, values: {}, included, data: { groups: [] } }));
  await pull(ports, 'edu', AT, async () => ({ version: 0, values: { 8: 1 }, included, data: null }));
}

/** Told, short, judged, refused, forbidden, too old: what the last weeks have left. */
async function settled(own: Bench): Promise<void> {
  await save(own, heart(11, true), change(11, 1), change(21, 3), ...ofEveryKind(9).slice(4, 6));
  await flush(own, storedShop);
  await save(own, change(22, 1), ...ofEveryKind(10));
  await flush(own, (sent) =>
    refusal(
      sent,
      sent.wire.path.includes('cart') ? 403 : 404,
      sent.wire.path.includes('cart') ? 'readonly' : 'not_found',
    ),
  );
  await save(own, heart(12, true), change(12, 1));
  await flush(own, () => null);
  own.clock.server = NOW + 15 * DAY_MS;
  await flush(own, () => null);
  own.clock.server = NOW;
}

/** What a newer build has queued, and what no build can read. */
async function foreignEntries({ ports }: Bench): Promise<void> {
  await ports.store.transact(async (tx) => {
    const seq = ((await tx.get<number>('seq')) ?? 0) + 1;
    const key = (at: number) => `ob:${String(at).padStart(12, '0')}`;
    tx.put(key(seq), {
      v: 2,
      id: randomUUID(),
      seq,
      owner: '1001',
      lane: 'gift:1',
      kind: 'gift.send',
      body: { to: 1 },
    });
    tx.put(key(seq + 1), { v: 1, id: 7, lane: 'fav:1', state: 'queued' });
    tx.put('seq', seq + 1);
    const ledger = (await tx.get<{ enqueued: number }>('ledger')) ?? { enqueued: 0 };
    tx.put('ledger', { ...ledger, enqueued: ledger.enqueued + 2 });
  });
}

/** Left without a signal: the note stands, the person's database and that of their guest are empty. */
async function owingPhone(): Promise<MemoryStores> {
  const stores = memoryStores();
  const guestId = await readGuestId(identityStores(stores));
  await save(on(`guest:${guestId}`, outboxStore(await stores.person('guest'), `${guestId}/`)), change(41, 1));
  await login(stores, 1001, guestId);
  await save(on('1001', outboxStore(await stores.person('1001'))), heart(42, true));
  const phone = identityStores(stores);
  await emptyPerson(phone, await noteLogout(phone, '1001', AT));
  return stores;
}

const name = process.argv[2] ?? 'stored';
const held = plain((await heldPhone()).all());
const owing = plain((await owingPhone()).all());
const guest = /^([0-9a-f-]{36})\//.exec(Object.keys(held['u:guest'] ?? {})[0] ?? '')?.[1] ?? '';
const phones = { held, owing };
const expected: Record<string, unknown> = {};
for (const [owner, database, prefix] of [
  ['1001', 'u:1001', ''],
  ['1002', 'u:1002', ''],
  [`guest:${guest}`, 'u:guest', `${guest}/`],
] as const) {
  const bench = open(owner, partitionOf(held[database] ?? {}, prefix));
  expected[owner] = { database, prefix, shown: await shownOf(bench), drained: await drain(bench) };
}
writeFileSync(new URL(`${name}.json`, import.meta.url), JSON.stringify({ phones, expected }, null, 1));
