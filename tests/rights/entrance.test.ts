import { describe, expect, it } from 'vitest';
import { type ScreenPath, SCREENS } from '#contract/paths.ts';
import type { Needs } from '#contract/rights.ts';
import type { User } from '#contract/session.ts';
import { type Entrance, entranceOf } from '#src/features/session/entrance.rules.ts';
import { guestUser } from '#src/features/session/guest-session.rules.ts';

const person = (role: User['role'], more: Partial<User> = {}): User => ({
  ...guestUser,
  isGuest: false,
  id: 7,
  role,
  ...more,
});
const PEOPLE = {
  guest: guestUser,
  client: person('client'),
  user: person('user'),
  cons: person('cons', { isCons: true }),
  optovik: person('optovik', { isOptovik: true }),
  punkt: person('cons', { isCons: true, isPunktVydachi: true }),
  readonly: person('cons', { isCons: true, readonly: true }),
  admin: person('staff'),
};
type Name = keyof typeof PEOPLE;
const entrances = (needs: Needs): Record<Name, Entrance> =>
  Object.fromEntries(
    Object.entries(PEOPLE).map(([name, user]) => [name, entranceOf(needs, { known: true, user })]),
  ) as Record<Name, Entrance>;
/** Everybody not named gets `others`, a guest is led to login. */
const only = (open: readonly Name[]): Record<Name, Entrance> =>
  Object.fromEntries(
    Object.keys(PEOPLE).map((name) => [
      name,
      open.includes(name as Name) ? 'open' : name === 'guest' ? 'login' : 'forbidden',
    ]),
  ) as Record<Name, Entrance>;

describe('the router', () => {
  const PEOPLE_ONLY: readonly Name[] = ['client', 'user', 'cons', 'optovik', 'punkt', 'readonly', 'admin'];
  const LEARNERS = PEOPLE_ONLY.filter((name) => name !== 'optovik');
  const READERS: readonly Name[] = ['cons', 'punkt', 'readonly'];
  const CLOSED: Partial<Record<ScreenPath, readonly Name[]>> = {
    '/optovik/cart': ['optovik'],
    '/user': PEOPLE_ONLY,
    '/user/orders': PEOPLE_ONLY,
    '/user/orders/deferred': PEOPLE_ONLY,
    '/user/orders/:id': PEOPLE_ONLY,
    '/user/orders/:id/return': PEOPLE_ONLY,
    '/user/addresses': PEOPLE_ONLY,
    '/user/consents': PEOPLE_ONLY,
    '/user/notifications': PEOPLE_ONLY,
    '/user/account': PEOPLE_ONLY,
    '/user/account/:period': ['cons', 'punkt', 'readonly'],
    '/user/consultants': ['cons', 'punkt', 'readonly'],
    '/user/profile': PEOPLE_ONLY,
    '/user/become': PEOPLE_ONLY,
    '/optovik/apply': PEOPLE_ONLY,
    '/user/register': ['cons', 'punkt'],
    '/user/reports': READERS,
    '/user/reports/activity': READERS,
    '/user/reports/inactive': READERS,
    '/user/reports/rookie': READERS,
    '/user/reports/birthdays': READERS,
    '/user/reports/new-statuses': READERS,
    '/user/reports/personal-stat': READERS,
    '/user/business': READERS,
    '/user/business/structure': READERS,
    '/user/transfers': ['cons', 'punkt', 'readonly'],
    '/user/deposit': ['cons', 'punkt', 'readonly'],
    '/user/career': ['cons', 'punkt', 'readonly'],
    '/user/education': LEARNERS,
    '/desk': ['admin'],
    '/desk/orders': ['admin'],
    '/desk/orders/:id': ['admin'],
    '/desk/drafts': ['admin'],
    '/desk/drafts/:id': ['admin'],
    '/desk/returns': ['admin'],
    '/desk/shelves': ['admin'],
    '/desk/boxes': ['admin'],
    '/desk/returns/:id': ['admin'],
    '/desk/products': ['admin'],
    '/desk/products/import': ['admin'],
    '/desk/products/import/:id': ['admin'],
    '/desk/products/:id': ['admin'],
    '/desk/users': ['admin'],
    '/desk/users/:id': ['admin'],
    '/desk/books': ['admin'],
    '/desk/finance': ['admin'],
    '/desk/finance/:period': ['admin'],
    '/desk/audit': ['admin'],
    '/punkt': ['punkt'],
    '/punkt/orders/:id': ['punkt'],
    '/punkt/supply': ['punkt'],
    '/punkt/returns': ['punkt'],
    '/punkt/report': ['punkt'],
    '/user/education/course/:id': LEARNERS,
    '/user/education/lesson/:id': LEARNERS,
    '/user/education/lesson/:id/quiz': LEARNERS,
  };
  it.each(Object.entries(SCREENS) as [ScreenPath, Needs][])('%s', (path, needs) => {
    const expected = CLOSED[path];
    expect(entrances(needs)).toEqual(only(expected ?? (Object.keys(PEOPLE) as Name[])));
  });
  it('has room for the desk and the counter', () => {
    expect(entrances('desk.*')).toEqual(only(['admin']));
    expect(entrances('desk.finance')).toEqual(only(['admin']));
    expect(entrances('punkt.counter')).toEqual(only(['punkt']));
  });
  it('waits until the device knows who it is, only where that matters', () => {
    expect(entranceOf('account', { known: false, user: guestUser })).toBe('wait');
    expect(entranceOf('anyone', { known: false, user: guestUser })).toBe('open');
  });
  it('takes an account whose data the browser has lost for a client', () => {
    const lost = { known: true, user: person(null) };
    expect(entranceOf('education.view', lost)).toBe('open');
    expect(entranceOf('desk.*', lost)).toBe('forbidden');
  });
});
