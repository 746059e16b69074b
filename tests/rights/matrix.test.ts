import { describe, expect, it } from 'vitest';
import { defineCall } from '#contract/call.ts';
import { DoneWord } from '#contract/reply.ts';
import { accessOf, type Holder, judge, type Needs, PERMISSIONS, type Verdict, type Who } from '#contract/rights.ts';
import { ROLES } from '#contract/roles.ts';
import { statusOf } from '#server/features/plan/statuses.rules.ts';

const holder = (role: Holder['role'], more: Partial<Holder> = {}): Holder => ({
  role,
  isPunktVydachi: false,
  readonly: false,
  ...more,
});
const acl = (role: Holder['role'], more: Partial<Holder> = {}) => accessOf(holder(role, more)).acl.toSorted();
const permissions = (role: Holder['role'], more: Partial<Holder> = {}) => accessOf(holder(role, more)).permissions;
const DESK = PERMISSIONS.filter((name) => name.startsWith('desk.'));

describe('the matrix', () => {
  it('has the menus of docs/product/people.md#rights', () => {
    const client = ['profile', 'orders', 'addresses', 'favorites', 'account'];
    const cons = [...client, 'deposit', 'transfers', 'reports', 'business', 'career', 'education', 'promo'];
    expect(acl('client')).toEqual(client.toSorted());
    expect(acl('user')).toEqual(client.toSorted());
    expect(acl('cons')).toEqual(cons.toSorted());
    expect(acl('optovik')).toEqual(['profile', 'orders', 'addresses', 'optovik', 'account'].toSorted());
    expect(acl('cons', { isPunktVydachi: true })).toEqual([...cons, 'punkt'].toSorted());
    expect(acl('staff')).toEqual([...client, 'desk'].toSorted());
    expect(accessOf(null).acl).toEqual([]);
  });
  it('gives what is wholesale, of the counter and of the desk to nobody else', () => {
    for (const role of ROLES) {
      const has = permissions(role);
      expect(has.includes('optovik.cart')).toBe(role === 'optovik');
      expect(has.filter((name) => name.startsWith('desk.'))).toEqual(role === 'staff' ? DESK : []);
      expect(has).not.toContain('punkt.counter');
      expect(has.includes('structure.view')).toBe(role === 'cons');
    }
    expect(permissions('cons', { isPunktVydachi: true })).toContain('punkt.counter');
  });
  it('lets staff shop like a client and no more', () => {
    expect(permissions('staff').filter((name) => !DESK.includes(name))).toEqual(permissions('client'));
    expect(DESK).toHaveLength(7);
  });
  it('keeps ordering from an account that has confirmed nothing', () => {
    expect(permissions('client').filter((name) => !permissions('user').includes(name))).toEqual(['order.create']);
  });
  it('gives credit, payouts and the gallery of parts to nobody', () => {
    const everybody = ROLES.flatMap((role) => permissions(role, { isPunktVydachi: true }));
    for (const name of ['account.debit', 'account.withdraw', 'dev.ui']) expect(everybody).not.toContain(name);
    const nobody = PERMISSIONS.filter((name) => !everybody.includes(name));
    expect(nobody).toEqual(['account.debit', 'account.withdraw', 'dev.ui']);
  });
  it('leaves a readonly account its eyes and takes its hands', () => {
    const blocked = { isPunktVydachi: true, readonly: true };
    const hands = /\.(edit|create|cancel|transfer)$|deposit|^desk\.|^punkt\./;
    for (const role of ROLES) {
      expect(permissions(role, blocked)).toEqual(permissions(role).filter((name) => !hands.test(name)));
      expect(acl(role, blocked).filter((name) => ['deposit', 'punkt', 'desk'].includes(name))).toEqual([]);
    }
    expect(permissions('cons', blocked)).toContain('reports.view');
    expect(acl('cons', blocked)).toContain('transfers');
  });
});

describe('the verdict', () => {
  const blocked = holder('optovik', { readonly: true });
  const rows: [Needs, Who, Verdict][] = [
    ['anyone', 'stranger', 'ok'],
    ['anyone', blocked, 'ok'],
    ['account', 'stranger', 'login'],
    ['account', 'guest', 'login'],
    ['account', blocked, 'ok'],
    ['cart.edit', 'stranger', 'login'],
    ['cart.edit', 'guest', 'ok'],
    ['cart.edit', holder('staff'), 'ok'],
    ['cart.edit', blocked, 'readonly'],
    ['education.view', 'guest', 'login'],
    ['education.view', holder('optovik'), 'forbidden'],
    [['optovik.cart', 'cart.edit'], 'guest', 'login'],
    [['optovik.cart', 'cart.edit'], holder('client'), 'forbidden'],
    [['optovik.cart', 'cart.edit'], blocked, 'readonly'],
    [['optovik.cart', 'cart.edit'], holder('optovik'), 'ok'],
    ['desk.*', 'guest', 'login'],
    ['desk.*', holder('cons'), 'forbidden'],
    ['desk.*', holder('staff'), 'ok'],
    ['desk.*', holder('staff', { readonly: true }), 'readonly'],
    ['punkt.counter', holder('cons'), 'forbidden'],
    ['punkt.counter', holder('cons', { isPunktVydachi: true }), 'ok'],
    ['account.debit', holder('client'), 'forbidden'],
  ];
  it.each(rows)('%j for %j is %s', (needs, who, verdict) => expect(judge(needs, who)).toBe(verdict));
});

it('is asked for by every call: one that does not say what it needs is no call', () => {
  const draft = {
    name: 'x',
    summary: 'x',
    word: 'x',
    method: 'GET',
    path: '/x',
    dialect: 'word',
    reply: DoneWord,
  } as const;
  // @ts-expect-error: `needs` is missing
  expect(defineCall(draft).needs).toBeUndefined();
  expect(defineCall({ ...draft, needs: 'anyone' }).needs).toBe('anyone');
});

it('names statuses and knows none outside the ladder', () => {
  expect(statusOf(5)).toEqual({ id: 5, name: 'Менеджер' });
  expect(statusOf(10)?.name).toBe('Бриллиантовый директор');
  expect(statusOf(11)).toBeNull();
  expect(statusOf(-1)).toBeNull();
});
