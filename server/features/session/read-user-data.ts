import type { FastifyRequest } from 'fastify';
import type { User, UserData } from '#contract/session.ts';
import { ACCOUNT_LIST } from '#contract/account-rules.ts';
import { formatConsId } from '#contract/ids.ts';
import { photoPath } from '#contract/photos.ts';
import { accessOf } from '#contract/rights.ts';
import type { Db, DbOrTx } from '#server/db/open.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import { hasCredit } from '#server/features/accounts/available.rules.ts';
import { cartKindOf, ownersOf, readCart, triedKeys } from '#server/features/cart/read-cart.commands.ts';
import type { HelloBonus } from '#server/features/cart/hello.rules.ts';
import { findFavouriteIds, findPersonWithCity, type PersonRow } from '#server/features/session/session.queries.ts';
import { statusOf } from '#server/features/plan/statuses.rules.ts';
import { findOwnSponsor } from '#server/features/sponsor/resolve-sponsor.commands.ts';
import { maskContact } from '#server/platform/contact.rules.ts';
import { findKnownKeys } from '#server/platform/idempotency.queries.ts';
import { priceTypeOf, type Session } from '#server/platform/session.ts';

const GUEST: User = {
  isGuest: true,
  id: 0,
  name: '',
  email: null,
  phone: null,
  role: null,
  cons_id: null,
  isCons: false,
  isPunktVydachi: false,
  isOptovik: false,
  readonly: false,
  sendEmail: false,
  price_type: 0,
  city: null,
  country_id: 1,
  status: null,
};

export function toUser(person: PersonRow, city: { id: number; name: string } | null): User {
  return {
    isGuest: false,
    id: person.id,
    name: person.name,
    email: person.email ?? person.pendingEmail,
    phone: person.phone ?? person.pendingPhone,
    role: person.role,
    cons_id: person.consId === null ? null : formatConsId(person.consId),
    isCons: person.consId !== null,
    isPunktVydachi: person.isPunktVydachi,
    isOptovik: person.role === 'optovik',
    readonly: person.readonly,
    ...(person.granted.length > 0 ? { granted: person.granted } : {}),
    ...(person.withheld.length > 0 ? { withheld: person.withheld } : {}),
    sendEmail: person.sendEmail,
    price_type: priceTypeOf(person),
    city,
    country_id: person.countryId,
    status:
      person.role === 'optovik' || person.role === 'staff'
        ? null
        : statusOf(person.consId === null ? 0 : Math.max(1, person.statusId)),
    ...(person.deleteAt ? { delete_at: person.deleteAt.toISOString() } : {}),
    photo: person.photoId === null ? null : photoPath(person.photoId),
  };
}

/**
 * Everything about whoever asks, from one snapshot: hearts, cart and `included` belong together
 * (docs/product/offline.md#reads).
 */
export async function readUserData(
  db: Db,
  request: FastifyRequest,
  session: Session,
  shopName: string,
  now: Date,
): Promise<Omit<UserData, 'status'>> {
  return db.transaction(
    async (tx) => {
      const found = session.user ? await findPersonWithCity(tx, session.user.id) : undefined;
      const tried = triedKeys(request);
      const cart = await readCart(tx, session, cartKindOf(session.user), now);
      return {
        ...(found ? await readPerson(tx, { ...found, shopName, now, hello: cart.helloBonus }) : guestPart),
        confirmation: confirmationOf(found?.person),
        cart: { count: cart.result.count, sum_amount: cart.result.sum_amount },
        server_time: now.toISOString(),
        ...(session.heartbeat ? { heartbeat: session.heartbeat } : {}),
        ...(session.guestId !== null ? { guestId: session.guestId } : {}),
        ...(tried.length > 0 ? { included: await findKnownKeys(tx, tried, await ownersOf(tx, session)) } : {}),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** What an account waits for before it may order (docs/product/people.md#registration). */
function confirmationOf(person: PersonRow | undefined): UserData['confirmation'] {
  if (person?.role !== 'user') return { type: null };
  const email = person.pendingEmail ?? person.email;
  const phone = person.pendingPhone ?? person.phone;
  const type = person.confirmBy ?? (email ? 'email' : 'phone');
  const target = type === 'email' ? email : phone;
  return target ? { type, target: maskContact({ type, target }) } : { type: null };
}

const guestPart = {
  user: GUEST,
  ...accessOf(null),
  bonuses: { balances: [], hello: null },
  favoriteProducts: [],
  favourites_version: 0,
  sponsor: null,
  sponsorClient: null,
};

type Found = {
  person: PersonRow;
  city: { id: number; name: string } | null;
  shopName: string;
  now: Date;
  hello: HelloBonus | null;
};
async function readPerson(tx: DbOrTx, { person, city, shopName, now, hello }: Found) {
  const sponsor = await findOwnSponsor(tx, person, shopName);
  const { acl, permissions } = accessOf(person);
  const accounts = await availableOf(tx, person.id, now);
  return {
    user: toUser(person, city),
    acl,
    // The one right that belongs to an account and not to a role (docs/product/money.md#spending).
    permissions: hasCredit(accounts, person) ? [...permissions, 'account.debit'] : permissions,
    bonuses: {
      balances: ACCOUNT_LIST.map((type) => ({ account_type: type, amount: accounts[type].balanceKop })),
      hello,
    },
    favoriteProducts: await findFavouriteIds(tx, person.id),
    favourites_version: person.favouritesVersion,
    sponsor,
    sponsorClient: sponsor,
  };
}
