import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';
import { users } from '#server/db/tables/people.ts';

/**
 * Takes a person out of the database, table by table, in one transaction: what becomes of each column is written in
 * personal-columns.rules.ts, and a test looks for what was left. Orders, ledger, points and the place in the structure stay.
 */
export async function erasePerson(
  tx: Tx,
  userId: number,
  { now, noName }: { now: Date; noName: string },
): Promise<void> {
  const at = now.toISOString();
  // Guests that have become this account, and every address by which anything was written to the person.
  const mine = sql`(select guest_id from guests where user_id = ${userId})`;
  const addresses = sql`(
    select v.address from users u, lateral (values (lower(u.email)), (u.phone), (lower(u.pending_email)), (u.pending_phone)) v(address)
     where u.id = ${userId} and v.address is not null
    union select lower(recipient_email) from orders where user_id = ${userId} and recipient_email is not null
    union select recipient_phone from orders where user_id = ${userId}
    union select r.contact from notify_requests r join consents c on c.id = r.consent_id
     where r.user_id = ${userId} or c.user_id = ${userId} or c.guest_id in ${mine})`;
  const steps = [
    // 1 Letters and what waits to be sent, while the addresses are still known.
    sql`delete from mail_outbox where lower(recipient) in ${addresses}`,
    sql`delete from sms_outbox where recipient in ${addresses}`,
    sql`delete from notify_confirmations where contact in ${addresses}`,
    sql`delete from consultant_calls where user_id = ${userId} or guest_id in ${mine} or phone in ${addresses}`,
    sql`delete from invitations
         where made_by = ${userId} or sponsor_id = ${userId} or used_by = ${userId} or phone in ${addresses}`,
    sql`delete from contact_codes where user_id = ${userId} or target in ${addresses}`,
    sql`delete from order_drafts
         where buyer_id = ${userId} or fields->>'phone' in ${addresses} or lower(fields->>'email') in ${addresses}`,
    sql`delete from notify_requests where user_id = ${userId} or contact in ${addresses}`,
    // 2 Answers to the phones, which repeat what was in them.
    sql`delete from outside_calls where key in (
          select key from idempotency_keys where owner = ${String(userId)} or owner in (select 'guest:' || guest_id from guests where user_id = ${userId}))`,
    sql`delete from idempotency_keys
         where owner = ${String(userId)} or owner in (select 'guest:' || guest_id from guests where user_id = ${userId})`,
    // 3 Consents: proof of what was agreed to, ended, without address and browser.
    sql`update consents set withdrawn_at = coalesce(withdrawn_at, ${at}::timestamptz), ip = '', user_agent = ''
         where user_id = ${userId} or guest_id in ${mine}`,
    // 4 Orders: goods and money stay, whom and where they went to does not; a point of delivery is nobody's address.
    sql`update order_events set note = '' where kind in ('comment', 'note') and order_id in (select id from orders where user_id = ${userId})`,
    sql`delete from order_proxies where order_id in (select id from orders where user_id = ${userId})`,
    sql`update returns set words = '' where order_id in (select id from orders where user_id = ${userId})`,
    sql`delete from photos where id in (
          select r.photo_id from return_photos r join orders o on o.id = r.order_id where o.user_id = ${userId})`,
    sql`update payments set confirmation_url = null where order_id in (select id from orders where user_id = ${userId})`,
    sql`update orders set recipient_name = ${noName}, recipient_phone = '', recipient_email = null, comment = '', public_token = null,
               issue_code = null, network_hash = '', guest_id = null, cancel_reason = null,
               delivery = case when jsonb_typeof(delivery->'address') = 'object'
                 then delivery || jsonb_build_object('address', null, 'to', coalesce(delivery->'address'->>'city', '')) else delivery end
         where user_id = ${userId}`,
    sql`update transfers set comment = '' where owner_id = ${userId}`,
    // 5 What was the person's alone.
    sql`delete from carts where user_id = ${userId} or guest_id in ${mine}`,
    sql`delete from delivery_quotes
         where owner = ${String(userId)} or owner in (select 'guest:' || guest_id from guests where user_id = ${userId})`,
    sql`delete from favourites where user_id = ${userId}`,
    sql`delete from delivery_addresses where user_id = ${userId}`,
    sql`delete from lesson_watches where user_id = ${userId}`,
    sql`delete from quiz_attempts where user_id = ${userId}`,
    sql`delete from course_certificates where user_id = ${userId}`,
    sql`delete from data_exports where user_id = ${userId}`,
    sql`delete from operator_points where user_id = ${userId}`,
    sql`delete from photos where user_id = ${userId}`,
    sql`delete from contact_changes where user_id = ${userId}`,
    sql`delete from wholesale_applications where user_id = ${userId}`,
    sql`delete from notifications where user_id = ${userId}`,
    sql`delete from push_subscriptions where user_id = ${userId}`,
    sql`delete from sponsor_visits where visitor = ${`user:${userId}`} or visitor in (select 'guest:' || guest_id from guests where user_id = ${userId})`,
    sql`delete from known_devices where user_id = ${userId}`,
    sql`delete from sessions where user_id = ${userId} or guest_id in ${mine}`,
    // The binding of a guest stays: their phone goes on as nobody's (docs/product/offline.md#owners).
    sql`update guests set user_id = null where user_id = ${userId}`,
  ];
  for (const step of steps) await tx.execute(step);
  await tx
    .update(users)
    .set({ ...NAMELESS, name: noName, deletedAt: now })
    .where(eq(users.id, userId));
}

/** The account as it stays in the structure: a number and a place. */
const NAMELESS = {
  lastName: '',
  firstName: '',
  middleName: '',
  email: null,
  phone: null,
  phoneCountry: 'ru',
  passwordHash: null,
  pendingEmail: null,
  pendingPhone: null,
  confirmBy: null,
  birthday: null,
  photoId: null,
  passwordChangedAt: null,
  cityId: null,
  viewPriceType: null,
  isPunktVydachi: false,
  showContacts: false,
  sendEmail: false,
  readonly: true,
  readonlyReason: null,
  readonlyUntil: null,
  granted: [],
  withheld: [],
  active: false,
};
