import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessOf, PERMISSIONS } from '#contract/rights.ts';
import { ROLES } from '#contract/roles.ts';
import {
  grantableBy,
  listsFor,
  mayTouch,
  rightsOf,
  whyNotRights,
} from '#server/features/desk-users/person-rights.rules.ts';
import { differenceOf } from '#contract/journal-words.ts';
import { boxesOf, chosenFor, peopleAddress, readPeopleAddress } from '#src/staff/desk/users/desk-users.rules.ts';

// Rules of docs/product/rights.md, on both sides.

const rights = fc.record({
  role: fc.constantFrom(...ROLES),
  isPunktVydachi: fc.boolean(),
  granted: fc.subarray(PERMISSIONS.filter((name) => name.startsWith('desk.'))),
  withheld: fc.subarray(PERMISSIONS),
  hasCredit: fc.boolean(),
});

describe('rights of one account', () => {
  it('nobody who passes has given what they lack, or touched who may more; nobody loses their own key', () => {
    fc.assert(
      fc.property(rights, rights, rights, fc.boolean(), (actor, before, after, isSelf) => {
        const isAllowed = whyNotRights(actor, before, after, isSelf) === null;
        const gained = rightsOf(after).filter((name) => !rightsOf(before).includes(name) && name.startsWith('desk.'));
        const gives = gained.every((name) => grantableBy(actor).includes(name));
        const keepsKey = after.role === before.role && rightsOf(after).includes('desk.users');
        // Whoever one has just changed is still somebody one may touch.
        const staysInReach = !mayTouch(actor, before) || mayTouch(actor, after);
        expect(!isAllowed || (gives && staysInReach && (!isSelf || keepsKey))).toBe(true);
      }),
    );
  });
  it('lists beside the role make exactly what was asked for', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ROLES), fc.subarray(PERMISSIONS), (role, wanted) => {
        const lists = listsFor({ role, permissions: wanted }, false);
        const own: readonly string[] = accessOf({ role, isPunktVydachi: false, readonly: false }).permissions;
        const isPossible = wanted.every(
          (name) => own.includes(name) || name.startsWith('desk.') || ['account.debit', 'punkt.counter'].includes(name),
        );
        expect(lists !== null).toBe(isPossible);
        const has = lists ? rightsOf({ role, ...lists }) : wanted;
        const without = (names: readonly string[]) => names.filter((name) => name !== 'punkt.counter').toSorted();
        expect(without(has)).toEqual(without(wanted));
      }),
    );
  });
  it('«только просмотр» takes given rights of the desk too, and a section follows its right', () => {
    const holder = { role: 'cons', isPunktVydachi: false, granted: ['desk.orders'] } as const;
    expect(accessOf({ ...holder, readonly: false }).acl).toContain('desk');
    const blocked = accessOf({ ...holder, readonly: true });
    expect([blocked.acl.includes('desk'), blocked.permissions.includes('desk.orders')]).toEqual([false, false]);
    expect(accessOf({ ...holder, readonly: false, withheld: ['reports.view'] }).acl).not.toContain('reports');
  });
});

describe('boxes of the screen', () => {
  const card = { grantable: ['desk.users', 'desk.orders'], is_self: false };
  const of = (name: string, more = {}, chosen: string[] = []) =>
    boxesOf({ ...card, ...more }, 'client', chosen).find((one) => one.name === name);
  it('cannot be ticked for a right that one lacks, but unticked', () => {
    expect(of('desk.finance')).toMatchObject({ isOn: false, fixed: 'Такого права нет у вас' });
    expect(of('desk.finance', {}, ['desk.finance'])).toMatchObject({ isOn: true, fixed: null });
    expect(of('desk.orders')).toMatchObject({ fixed: null });
    expect(of('desk.users', { is_self: true }, ['desk.users'])?.fixed).toBe('С себя его не снимают');
  });
  it('never stand for what belongs to nobody or to another role', () => {
    for (const name of ['account.withdraw', 'dev.ui', 'punkt.counter', 'optovik.cart', 'structure.view'])
      expect(of(name)).toBeUndefined();
  });
  it('another role brings its own rights and keeps what was given beside the old one', () => {
    const next = chosenFor('staff', { role: 'client', permissions: ['cart.edit', 'account.debit', 'desk.audit'] });
    expect(next).toEqual(expect.arrayContaining(['desk.users', 'account.debit', 'order.create']));
    expect(
      chosenFor('client', { role: 'staff', permissions: next }).filter((name) => name.startsWith('desk.')),
    ).toEqual([]);
  });
});

describe('the address of the list', () => {
  it.each([
    ['', {}],
    ['?q=вера&show=cons&after=12', { q: 'вера', show: 'cons', after: 12 }],
  ] as const)('%j is read, and written back', (search, asked) => {
    expect(readPeopleAddress(search)).toEqual(asked);
    expect(readPeopleAddress(peopleAddress(asked).split('?')[1] ?? '')).toEqual(asked);
  });
  it.each(['?show=toString', '?after=0', '?after=1.5', '?after=9e99', '?q='])(
    '%j: what means nothing is left out',
    (search) => expect(readPeopleAddress(search)).toEqual({}),
  );
});

it('a line of the journal says name by name what was and what became', () => {
  expect(
    differenceOf({
      before: { Роль: 'клиент', 'Сверх роли': [] },
      after: { Роль: 'сотрудник', 'Сверх роли': ['Вести деньги', 'Читать журнал'] },
    }),
  ).toEqual([
    { name: 'Роль', was: 'клиент', became: 'сотрудник' },
    { name: 'Сверх роли', was: 'нет', became: 'Вести деньги, Читать журнал' },
  ]);
  expect(differenceOf({ before: null, after: null })).toEqual([]);
});
