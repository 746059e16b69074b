import { accessOf, type Holder, type Permission } from '#contract/rights.ts';
import type { Role } from '#contract/roles.ts';

// Who may give what (docs/product/rights.md#rights-of-one-account). «Только просмотр» is left aside: it hides rights, it takes none.
// Contents: 1 what an account has, 2 what a change asks for, 3 what forbids it

// ── 1 What an account has ───────────────────────────────────────────────────────────────────────
/** Rights of one account as the tables have them; `hasCredit` is `account.debit`, which stands with the money. */
export type Rights = Required<Pick<Holder, 'role' | 'isPunktVydachi'>> & {
  granted: readonly string[];
  withheld: readonly string[];
  hasCredit: boolean;
};
export const rightsOf = ({ hasCredit, ...holder }: Rights): Permission[] => {
  const { permissions } = accessOf({ ...holder, readonly: false });
  return hasCredit ? [...permissions, 'account.debit'] : permissions;
};
/** What the role alone gives. */
export const ownOf = (role: Role, isPunktVydachi: boolean): Permission[] =>
  accessOf({ role, isPunktVydachi, readonly: false }).permissions;
const isOfDesk = (name: string): boolean => name.startsWith('desk.');
/** The counter comes with the mark of an operator, so nobody chooses it here. */
const isChoosable = (name: string): boolean => name !== 'punkt.counter';

/** What this person may give to somebody else: their own rights of the desk, and credit with `desk.finance`. */
export function grantableBy(actor: Rights): Permission[] {
  const own = rightsOf(actor).filter(isOfDesk);
  return own.includes('desk.finance') ? [...own, 'account.debit'] : own;
}

// ── 2 What a change asks for ────────────────────────────────────────────────────────────────────
export type WantedRights = { role: Role; permissions: readonly string[] };
/** The lists beside the role that make an account have `permissions`; null when one of them can be given to nobody. */
export function listsFor({ role, permissions }: WantedRights, isPunktVydachi: boolean): Omit<Rights, 'role'> | null {
  const own = ownOf(role, isPunktVydachi);
  const extra = permissions.filter((name) => isChoosable(name) && !own.some((one) => one === name));
  if (extra.some((name) => !isOfDesk(name) && name !== 'account.debit')) return null;
  return {
    isPunktVydachi,
    granted: [...new Set(extra.filter(isOfDesk))],
    withheld: own.filter((name) => isChoosable(name) && !permissions.includes(name)),
    hasCredit: permissions.includes('account.debit'),
  };
}

// ── 3 What forbids it ───────────────────────────────────────────────────────────────────────────
/** Whoever may more than you is not yours to change: else recovering an address would be a way to any right. */
export const mayTouch = (actor: Rights, target: Rights): boolean => {
  const own = grantableBy(actor);
  return rightsOf(target)
    .filter(isOfDesk)
    .every((name) => own.includes(name));
};
/** Why this change of rights may not be made, in words; null: it may. */
export function whyNotRights(actor: Rights, before: Rights, after: Rights, isSelf: boolean): string | null {
  const had = rightsOf(before);
  const gained = rightsOf(after).filter((name) => !had.includes(name) && (isOfDesk(name) || name === 'account.debit'));
  if (isSelf && gained.length > 0) return 'Себе прав не прибавляют: это сделает другой сотрудник';
  if (isSelf && (after.role !== before.role || !rightsOf(after).includes('desk.users')))
    return 'Свою роль и право назначать права с себя не снимают: это сделает другой сотрудник';
  const own = grantableBy(actor);
  return gained.every((name) => own.includes(name)) ? null : 'Дать можно только то право, которое есть у вас';
}

/** What keeps a consultant a consultant. */
export type Standing = { role: Role; people: number; hasOpenPoints: boolean };
/** Roles that the account may have, its own first. */
export function rolesFor({ role, people, hasOpenPoints }: Standing): Role[] {
  if (role === 'user') return ['user'];
  if (role === 'cons') return people === 0 && !hasOpenPoints ? ['cons', 'client'] : ['cons'];
  const others: Role[] = ['client', 'optovik', 'staff'];
  return [role, ...others.filter((one) => one !== role)];
}
