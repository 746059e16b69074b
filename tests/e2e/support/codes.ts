import { expect } from '#tests/e2e/support/test.ts';

// What the embedded gates of mail and SMS have sent.

type Sql = <R>(text: string) => Promise<R[]>;
/** Digits of the newest letter or message to that address about one thing. */
export async function codeTo(shop: { sql: Sql }, target: string, about = 'подтверждения'): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const rows = await shop.sql<{ text: string }>(
        `select text from (select text, at from mail_outbox where recipient = '${target}'
         union all select text, at from sms_outbox where recipient = '${target}') m where text ilike '%${about}%' order by at desc limit 1`,
      );
      code = /\b(\d{6})\b/.exec(rows[0]?.text ?? '')?.[1] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}
/** The link in the newest message to that number. */
export async function linkTo(shop: { sql: Sql }, phone: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const rows = await shop.sql<{ text: string }>(
        `select text from sms_outbox where recipient = '${phone}' and text like '%/register?%' order by at desc limit 1`,
      );
      link = /https?:\S+/.exec(rows[0]?.text ?? '')?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}
