import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';

/**
 * One row for each purpose that fits the account, of the day of its text, or of the account if that is younger. Who has one already gets
 * no second.
 */
export async function insertDemoConsents(
  tx: Tx,
  rows: readonly { purpose: string; docVersion: string; textHash: string }[],
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into consents (user_id, purpose, doc_version, text_hash, at)
    select u.id, c.purpose, c."docVersion", c."textHash", greatest(u.registered_at, least(c."docVersion"::date, ${now.toISOString()}::timestamptz))
      from users u, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(purpose text, "docVersion" text, "textHash" text)
     where u.is_demo
       and (c.purpose in ('registration', 'offer') or (c.purpose = 'agreement' and u.cons_id is not null)
         or (c.purpose = 'marketing' and u.send_email) or (c.purpose = 'client_contacts' and u.show_contacts)
         or (c.purpose = 'sponsor_contacts' and u.show_contacts and u.role = 'cons'))
       and not exists (select from consents x where x.user_id = u.id and x.purpose = c.purpose)
     order by u.id`);
  return rowCount ?? 0;
}
