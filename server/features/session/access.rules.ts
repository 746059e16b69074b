import type { Role } from '#contract/tables.ts';

// The matrix of docs/product/people.md#rights: `acl` names menu sections, `permissions` what may be done in them.
// account.withdraw is nobody's: paying out to a bank is out of scope (docs/product/people.md#rights).

export type Holder = { role: Role; isPunktVydachi: boolean; readonly: boolean };
type Access = { acl: string[]; permissions: string[] };

const BUYER_ACL = ['profile', 'orders', 'addresses', 'favorites', 'account'];
const CONS_ACL = [...BUYER_ACL, 'deposit', 'transfers', 'reports', 'business', 'career', 'education', 'promo'];
const BUYER = [
  'cart.edit',
  'order.create',
  'order.cancel',
  'order.pay',
  'account.view',
  'account.debit',
  'education.view',
  'support.call_cons',
];
const CONS = [
  ...BUYER,
  'account.transfer',
  'deposit.create',
  'structure.view',
  'reports.view',
  'reports.export',
  'promo.view',
  'promo.for_structure',
];
/** A guest may fill a cart and order; everything else needs an account. */
const GUEST: Access = { acl: [], permissions: ['cart.edit', 'order.create', 'support.call_cons'] };

const BY_ROLE: Record<Role, Access> = {
  client: { acl: BUYER_ACL, permissions: BUYER },
  // Not confirmed yet: ordering waits for the confirmation.
  user: { acl: BUYER_ACL, permissions: BUYER.filter((name) => name !== 'order.create') },
  cons: { acl: CONS_ACL, permissions: CONS },
  optovik: {
    acl: ['profile', 'orders', 'addresses', 'optovik', 'account'],
    permissions: [
      'cart.edit',
      'order.create',
      'order.cancel',
      'order.pay',
      'account.view',
      'account.debit',
      'optovik.cart',
      'optovik.promo',
      'support.call_cons',
    ],
  },
  staff: { acl: ['profile'], permissions: ['content.edit', 'admin.users', 'admin.orders', 'admin.finance'] },
};
/** A blocked account may look, not act. */
const ACTS = /\.(edit|create|cancel|transfer)$|^deposit/;

export function accessOf(holder: Holder | null): Access {
  if (!holder) return GUEST;
  const { acl, permissions } = BY_ROLE[holder.role];
  const own: Access = holder.isPunktVydachi
    ? { acl: [...acl, 'punkt'], permissions: [...permissions, 'punkt.counter'] }
    : { acl, permissions };
  if (!holder.readonly) return own;
  return {
    acl: own.acl.filter((name) => !ACTS.test(name)),
    permissions: own.permissions.filter((name) => !ACTS.test(name)),
  };
}
