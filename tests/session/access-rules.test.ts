import { expect, it } from 'vitest';
import { ROLES } from '#contract/tables.ts';
import { accessOf } from '#server/features/session/access.rules.ts';
import { statusOf } from '#server/features/session/statuses.rules.ts';

const holder = { isPunktVydachi: false, readonly: false };

it('follows the matrix of docs/product/people.md#rights', () => {
  const acl = (role: (typeof ROLES)[number], more = {}) => accessOf({ ...holder, role, ...more }).acl;
  expect(acl('client')).toEqual(['profile', 'orders', 'addresses', 'favorites', 'account']);
  expect(acl('cons')).toEqual([
    ...acl('client'),
    'deposit',
    'transfers',
    'reports',
    'business',
    'career',
    'education',
    'promo',
  ]);
  expect(acl('optovik')).toEqual(['profile', 'orders', 'addresses', 'optovik', 'account']);
  expect(acl('cons', { isPunktVydachi: true })).toEqual([...acl('cons'), 'punkt']);
  expect(accessOf(null).acl).toEqual([]);
});

it('gives what is wholesale, of the counter and of staff to nobody else', () => {
  for (const role of ROLES) {
    const { permissions } = accessOf({ ...holder, role });
    expect(permissions.includes('optovik.cart')).toBe(role === 'optovik');
    expect(permissions.some((name) => name.startsWith('admin.'))).toBe(role === 'staff');
    expect(permissions).not.toContain('punkt.counter');
    expect(permissions.includes('structure.view')).toBe(role === 'cons');
  }
  expect(accessOf({ ...holder, role: 'user' }).permissions).not.toContain('order.create');
});

it('leaves a readonly account its eyes and takes its hands', () => {
  const { acl, permissions } = accessOf({ role: 'cons', isPunktVydachi: false, readonly: true });
  expect(permissions.filter((name) => /\.(edit|create|cancel|transfer)$|deposit/.test(name))).toEqual([]);
  expect(permissions).toContain('reports.view');
  expect(acl).toContain('transfers');
  expect(acl).not.toContain('deposit');
});

it('names statuses and knows none outside the ladder', () => {
  expect(statusOf(5)).toEqual({ id: 5, name: 'Менеджер' });
  expect(statusOf(10)?.name).toBe('Бриллиантовый директор');
  expect(statusOf(11)).toBeNull();
  expect(statusOf(-1)).toBeNull();
});
