import { COUNTRIES } from '#contract/tables.ts';
import { type Chance, chanceOf, daysBefore, moscowDay } from '#server/demo/chance.ts';
import { CITIES } from '#contract/cities.ts';
import { ACCOUNTS, type DemoAccount } from '#server/demo/people/accounts.ts';
import { nameOf } from '#server/demo/people/names.ts';
import { growTree, type Node, sizesOf } from '#server/demo/people/tree.ts';
import type { users } from '#server/db/tables/people.ts';

// Contents: 1 everybody, 2 consultants, 3 clients and the rest, 4 dates and numbers, 5 cities and birthdays

/** `sponsor` is an index into the list. */
export type DemoPerson = Omit<typeof users.$inferInsert, 'id' | 'sponsorId'> & {
  key: string | null;
  sponsor: number | null;
};
const CLIENTS = 620;
const HOUSE_NUMBER = 1;

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
/** House account, consultants, clients, then the wholesale buyer, the unconfirmed user and staff. */
export function demoPeople(now: Date): DemoPerson[] {
  const people = consultants(now);
  people.push(...clients(people, now));
  for (const key of ['optovik', 'newuser', 'admin', 'accountant']) {
    people.push(fromAccount(accountOf(key), key === 'admin' || key === 'accountant' ? null : 0, now));
  }
  // Invented contacts in the order of the list; the demo accounts keep their own.
  return people.map((person, at) =>
    person.key === null
      ? { ...person, email: `user${at}@example.test`, phone: `+7900000${String(1000 + at)}` }
      : person,
  );
}
function accountOf(key: string): DemoAccount {
  const account = ACCOUNTS.find((one) => one.key === key);
  if (!account) throw new Error(`no demo account «${key}»`);
  return account;
}
function fromAccount(account: DemoAccount, sponsor: number | null, now: Date): DemoPerson {
  const { key, phone, role, firstName, middleName, lastName, number, statusId, cityId } = account;
  const countryId = countryOf(cityId);
  return {
    key, sponsor, phone, role, firstName, middleName, lastName, statusId, cityId, countryId,
    name: account.name ?? `${firstName} ${lastName}`,
    email: `${key}@rostok.test`,
    consId: number === null ? null : consIdOf(countryId, number),
    isPunktVydachi: account.isPunktVydachi ?? false,
    readonly: account.readonly ?? false,
    sendEmail: key === 'client' || key === 'cons',
    showContacts: key === 'cons' || key === 'director' || key === 'punkt',
    birthday: `${1980 + (account.statusId % 10)}-0${1 + (cityId % 9)}-15`,
    isDemo: true,
    registeredAt: daysBefore(now, account.registeredDaysAgo),
  }; // prettier-ignore
}

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
function consultants(now: Date): DemoPerson[] {
  const chance = chanceOf('consultants');
  const nodes = growTree(chanceOf('tree'));
  const sizes = sizesOf(nodes);
  const days = daysOf(nodes, chance);
  const numbers = numbersOf(nodes, days);
  let retired = 0;
  let celebrated = 0;
  return nodes.map((node, at): DemoPerson => {
    if (node.key === 'house') return house(now, days[at] ?? 0);
    if (node.key !== null) return fromAccount(accountOf(node.key), node.parent, now);
    const name = nameOf(chance);
    const cityId = cityOf(chance);
    const size = sizes[at] ?? 0;
    const showContacts = chance.next() < 0.7;
    const birthday = birthdayOf(chance);
    // Edge cases of docs/product/demo.md#people: two birthdays, and agreements that have ended, on people without a branch.
    const isLeaf = size === 0;
    const fete =
      isLeaf && node.depth > 4 && celebrated < 2
        ? celebrated++ === 0
          ? `1985${moscowDay(now).slice(4)}`
          : '1988-02-29'
        : null;
    const isRetired =
      isLeaf &&
      fete === null &&
      node.depth > 1 &&
      nodes[rootOf(nodes, at)]?.key === null &&
      retired < 3 &&
      Boolean(++retired);
    return {
      key: null, sponsor: node.parent, role: 'cons', ...name, cityId, showContacts,
      name: `${name.firstName} ${name.lastName}`,
      consId: consIdOf(countryOf(cityId), numbers[at] ?? 0),
      active: !isRetired,
      sendEmail: chance.next() < 0.6,
      statusId: node.depth === 1 ? 7 + (at % 3) : statusBySize(size),
      countryId: countryOf(cityId),
      // 29 February or not, a day that does not exist this year is kept as it was written down.
      birthday: fete === '1985-02-29' ? '1984-02-29' : (fete ?? birthday),
      isDemo: true,
      registeredAt: daysBefore(now, days[at] ?? 0),
    }; // prettier-ignore
  });
}
function house(now: Date, daysAgo: number): DemoPerson {
  return {
    key: 'house', sponsor: null, role: 'cons', name: 'Росток', lastName: 'Росток', firstName: '', middleName: '',
    consId: consIdOf(COUNTRIES.russia, HOUSE_NUMBER), statusId: 10, cityId: 3, countryId: COUNTRIES.russia,
    isDemo: true, registeredAt: daysBefore(now, daysAgo),
  }; // prettier-ignore
}
const statusBySize = (size: number): number =>
  size >= 30 ? 6 : size >= 15 ? 5 : size >= 8 ? 4 : size >= 3 ? 3 : size >= 1 ? 2 : 1;
function rootOf(nodes: readonly Node[], at: number): number {
  const parent = nodes[at]?.parent ?? 0;
  return parent === 0 ? at : rootOf(nodes, parent);
}

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
function clients(people: readonly DemoPerson[], now: Date): DemoPerson[] {
  const chance = chanceOf('clients');
  const cons = people.findIndex((one) => one.key === 'cons');
  const sponsors = people.flatMap((one, at) => (one.active === false || at === 0 ? [] : [at]));
  return Array.from({ length: CLIENTS }, (_, n): DemoPerson => {
    if (n === 0) return fromAccount(accountOf('client'), cons, now);
    const sponsor = chance.pick(sponsors);
    const name = nameOf(chance);
    const cityId = cityOf(chance);
    const since = people[sponsor]?.registeredAt?.getTime() ?? now.getTime();
    const sponsorDays = (now.getTime() - since) / 86_400_000;
    // The one who was moved: here before the present sponsor came.
    const daysAgo = n === 1 ? sponsorDays + 30 : 1 + chance.next() * (sponsorDays - 2);
    return {
      key: null, sponsor, role: 'client', ...name, cityId,
      name: `${name.firstName} ${name.lastName}`,
      consId: null,
      countryId: countryOf(cityId),
      sendEmail: chance.next() < 0.4,
      birthday: chance.next() < 0.7 ? birthdayOf(chance) : null,
      isDemo: true,
      registeredAt: daysBefore(now, daysAgo),
    }; // prettier-ignore
  });
}

// ── 4 ───────────────────────────────────────────────────────────────────────────────────────────
/** Days since registration: nobody came before the sponsor, and the demo accounts keep their own day. */
function daysOf(nodes: readonly Node[], chance: Chance): number[] {
  const fixed = nodes.map((node) =>
    node.key === null || node.key === 'house' ? null : accountOf(node.key).registeredDaysAgo,
  );
  // Whoever stands above a demo account came at least a week before it.
  const least = fixed.map((days) => days ?? NEWEST_DAYS);
  for (let at = nodes.length - 1; at > 0; at -= 1) {
    const parent = nodes[at]?.parent ?? 0;
    least[parent] = Math.max(least[parent] ?? 0, (least[at] ?? 0) + 7);
  }
  const days: number[] = [];
  for (const [at, node] of nodes.entries()) {
    if (node.parent === null) days.push(1096);
    else if (node.depth === 1) days.push(fixed[at] ?? 1080 + (at % 9));
    else days.push(fixed[at] ?? spread(chance, least[at] ?? 0, (days[node.parent] ?? 0) - 1));
  }
  return days;
}
/** Олег Дёмин registered 20 days ago and has the highest number. */
const NEWEST_DAYS = 21;
const spread = (chance: Chance, from: number, to: number): number => from + chance.next() * Math.max(0, to - from);

/** Registration numbers rise with the day of registration and meet the numbers of the demo accounts. */
function numbersOf(nodes: readonly Node[], days: readonly number[]): number[] {
  const numbers = nodes.map((node) =>
    node.key === null ? 0 : node.key === 'house' ? HOUSE_NUMBER : (accountOf(node.key).number ?? 0),
  );
  const order = nodes.map((_, at) => at).sort((a, b) => (days[b] ?? 0) - (days[a] ?? 0) || a - b);
  const anchors = [...order.filter((at) => nodes[at]?.key !== null), -1];
  let [from, start] = [0, 0];
  for (const anchor of anchors) {
    const end = anchor === -1 ? order.length : order.indexOf(anchor);
    const between = order.slice(start, end);
    const to = anchor === -1 ? from + between.length + 1 : (numbers[anchor] ?? 0);
    if (between.length > to - from - 1) throw new Error(`no ${between.length} numbers between ${from} and ${to}`);
    for (const [i, at] of between.entries())
      numbers[at] = from + Math.floor(((i + 1) * (to - from)) / (between.length + 1));
    [from, start] = [to, end + 1];
  }
  return numbers;
}
/** 8 digits, the first two are the country: 01000157 is 1000157 (docs/product/people.md#registration-numbers). */
const consIdOf = (countryId: number, number: number): number => countryId * 1_000_000 + number;

// ── 5 ───────────────────────────────────────────────────────────────────────────────────────────
const countryOf = (cityId: number): number => CITIES.find(([id]) => id === cityId)?.[3] ?? COUNTRIES.russia;
/** The list of cities is in the order of their size within a country. */
const WEIGHTS = CITIES.map(([id, , , country]) =>
  country === COUNTRIES.russia
    ? 60 / (id + 1) + 1
    : country === COUNTRIES.kazakhstan
      ? 6 / (id - 48) + 0.4
      : 3 / (id - 60) + 0.2,
);
const TOTAL = WEIGHTS.reduce((sum, weight) => sum + weight, 0);
function cityOf(chance: Chance): number {
  let roll = chance.next() * TOTAL;
  for (const [at, weight] of WEIGHTS.entries()) {
    roll -= weight;
    if (roll <= 0) return CITIES[at]?.[0] ?? 1;
  }
  return 1;
}
function birthdayOf(chance: Chance): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${chance.int(1956, 2004)}-${two(chance.int(1, 12))}-${two(chance.int(1, 28))}`;
}
