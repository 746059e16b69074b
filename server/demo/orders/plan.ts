import type { DeliveryType } from '#contract/delivery-types.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { chanceOf } from '#server/demo/chance.ts';

// docs/product/demo.md#orders: whose orders there are, when they were placed and how far they came.

/** How far an order came. `overdue`: it has waited at the counter for more than seven days; `refunded`: cancelled after it was paid. */
export type Fate =
  | 'awaiting'
  | 'cancelled'
  | 'refunded'
  | 'packing'
  | 'sent'
  | 'ready'
  | 'overdue'
  | 'received'
  | 'returned'
  | 'deferred';
export type DemoOrder = {
  /** `<key>@rostok.test`, or a number n: the n-th client of the tree. */
  who: string | number;
  /** Days before `SEED_NOW`. */
  daysAgo: number;
  fate: Fate;
  lines: readonly (readonly [code: string, pieces: number])[];
  delivery: { type: DeliveryType; cityId: number; gateId?: string; street?: string; house?: string; flat?: string };
};

const NOVOSIBIRSK = 3;
const TOMSK = 25;
const HOME = { type: DELIVERY_TYPES.sdek, cityId: NOVOSIBIRSK, street: 'ул. Мира', house: '14', flat: '8' };
const BOUGHT = ['10101', '10201', '10301', '20304', '30201', '30204', '40101', '40103', '50202', '60101'] as const;

/** The same for the same `SEED_NOW`, the oldest first, so that numbers rise with time. */
export function demoOrders(): DemoOrder[] {
  return [...client(), ...consultant(), ...counter()].toSorted((a, b) => b.daysAgo - a.daysAgo);
}

const client = (): DemoOrder[] => [
  { who: 'client', daysAgo: 11, fate: 'received', lines: [['10201', 1], ['30201', 2]], delivery: HOME },
  { who: 'client', daysAgo: 3, fate: 'sent', lines: [['40103', 1], ['20304', 1]], delivery: HOME },
  { who: 'client', daysAgo: 0.4, fate: 'awaiting', lines: [['10301', 2]], delivery: HOME },
]; // prettier-ignore

/** Fourteen months, two orders each, then what is under way now. */
function consultant(): DemoOrder[] {
  const chance = chanceOf('orders');
  const months = Array.from({ length: 14 }, (_, month) => [month * 30 + 24, month * 30 + 38]).flat();
  const old = months.map((daysAgo, at): DemoOrder => {
    const first = chance.int(0, BOUGHT.length - 1);
    const lines = Array.from({ length: chance.int(2, 4) }, (_, i) => [BOUGHT[(first + i) % BOUGHT.length]!, chance.int(1, 3)] as const); // prettier-ignore
    return { who: 'cons', daysAgo, fate: at === 3 ? 'cancelled' : 'received', lines, delivery: HOME };
  });
  const now: [number, Fate, DemoOrder['lines']][] = [
    [18, 'deferred', [['30201', 3], ['10101', 1]]],
    [17, 'deferred', [['40101', 2]]],
    [9, 'ready', [['10201', 2], ['60101', 1]]],
    [5, 'sent', [['20304', 1], ['40103', 2], ['10101', 1]]],
    [1.5, 'packing', [['30204', 2], ['50202', 1]]],
    [0.5, 'awaiting', [['10301', 2], ['40101', 3]]],
  ]; // prettier-ignore
  const way = (fate: Fate): DemoOrder['delivery'] =>
    fate === 'deferred'
      ? { type: DELIVERY_TYPES.deferred, cityId: NOVOSIBIRSK }
      : fate === 'ready'
        ? { type: DELIVERY_TYPES.pickup, cityId: NOVOSIBIRSK }
        : HOME;
  return [...old, ...now.map(([daysAgo, fate, lines]) => ({ who: 'cons', daysAgo, fate, lines, delivery: way(fate) }))];
}

/** At the counter of Томск: nine parcels for today, one that has waited too long, one that came back. */
function counter(): DemoOrder[] {
  const fates: Fate[] = [...Array.from({ length: 9 }, () => 'ready' as const), 'overdue', 'returned'];
  const ages: Partial<Record<Fate, number>> = { overdue: 15, returned: 20 };
  return fates.map((fate, at) => ({
    who: at + 1,
    daysAgo: ages[fate] ?? 4 + at * 0.2,
    fate,
    lines: [[BOUGHT[at % BOUGHT.length]!, 1 + (at % 2)]],
    delivery: { type: DELIVERY_TYPES.pickup, cityId: TOMSK },
  }));
}

/** On their way to the same counter: one supply of two parcels. A step of its own places them, so they have numbers of their own. */
export const onTheWayToCounter = (): (DemoOrder & { who: number })[] =>
  [12, 13].map((who, at) => ({
    who,
    daysAgo: 2.5 + at * 0.1,
    fate: 'sent',
    lines: [[at === 0 ? '40101' : '30201', 1 + at]],
    delivery: { type: DELIVERY_TYPES.pickup, cityId: TOMSK },
  }));

/** Of a step of its own too. */
export const PAID_AND_CANCELLED: DemoOrder & { who: number } = {
  who: 15,
  daysAgo: 8,
  fate: 'refunded',
  lines: [['40101', 1], ['10201', 1]],
  delivery: HOME,
}; // prettier-ignore
