import { DESK_PEOPLE_SHOWN, type DeskPerson } from '#contract/desk-users.ts';
import { PERMISSION_WORDS } from '#contract/right-words.ts';
import { accessOf, type Permission } from '#contract/rights.ts';
import type { Role } from '#contract/roles.ts';

// What the screens of people ask for and show. Contents: 1 the address, 2 rights as boxes

// ── 1 The address ───────────────────────────────────────────────────────────────────────────────
export type Shown = (typeof DESK_PEOPLE_SHOWN)[number];
export type PeopleAsked = { q?: string | undefined; show?: Shown | undefined; after?: number | undefined };
/** Parameters that mean nothing are left out. */
export function readPeopleAddress(search: string): PeopleAsked {
  const params = new URLSearchParams(search);
  const [q, show, after] = [params.get('q'), params.get('show'), Number(params.get('after'))];
  return {
    ...(q ? { q: q.slice(0, 100) } : {}),
    ...(DESK_PEOPLE_SHOWN.some((one) => one === show) ? { show: show as Shown } : {}),
    ...(Number.isInteger(after) && after > 0 && after <= 2_147_483_647 ? { after } : {}),
  };
}
export function peopleAddress({ q, show, after }: PeopleAsked): string {
  const params = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(show ? { show } : {}),
    ...(after ? { after: String(after) } : {}),
  });
  const text = params.toString();
  return text === '' ? '/desk/users' : `/desk/users?${text}`;
}

// ── 2 Rights as boxes ───────────────────────────────────────────────────────────────────────────
export type RightBox = {
  name: Permission;
  title: string;
  isOn: boolean;
  /** Why it cannot be ticked or unticked; null: it can. */
  fixed: string | null;
};
const isOfDesk = (name: string): boolean => name.startsWith('desk.');
/** Belongs to nobody, or comes with something else than a tick. */
const NEVER: readonly string[] = ['account.withdraw', 'dev.ui', 'punkt.counter'];

/** The rights that this account may have in that role, as the person before the screen may change them: the role's, the desk's, credit. */
export function boxesOf(
  card: Pick<DeskPerson, 'grantable' | 'is_self'>,
  role: Role,
  chosen: readonly string[],
): RightBox[] {
  const own: readonly string[] = accessOf({ role, isPunktVydachi: false, readonly: false }).permissions;
  return (Object.keys(PERMISSION_WORDS) as Permission[])
    .filter((name) => !NEVER.includes(name) && (own.includes(name) || isOfDesk(name) || name === 'account.debit'))
    .map((name) => {
      const isOn = chosen.includes(name);
      const isBeyond = (isOfDesk(name) || name === 'account.debit') && !card.grantable.includes(name);
      const isOwnKey = card.is_self && isOn && name === 'desk.users';
      const fixed = isOwnKey ? 'С себя его не снимают' : isBeyond && !isOn ? 'Такого права нет у вас' : null;
      return { name, title: PERMISSION_WORDS[name], isOn, fixed };
    });
}
/** What stays chosen when the role changes: everything the new role gives, and what was given beside the old one. */
export function chosenFor(role: Role, before: { role: Role; permissions: readonly string[] }): string[] {
  const own = (one: Role): readonly string[] =>
    accessOf({ role: one, isPunktVydachi: false, readonly: false }).permissions;
  const beside = before.permissions.filter(
    (name) => (isOfDesk(name) || name === 'account.debit') && !own(before.role).includes(name),
  );
  return [...new Set([...own(role), ...beside])];
}
