import { consentRowsOf } from '#server/features/consents/purposes.rules.ts';
import { insertDemoConsents } from '#server/demo/seed-consents.queries.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import type { Db, Tx } from '#server/db/open.ts';

/**
 * The demo's people have agreed to what their accounts show: cabinet and offer, a consultant's agreement, each switch that is on. A consultant
 * who shows contacts to clients shows them to the sponsor too, so «Кому позвонить сегодня» has people to call, and people whose contact is hidden.
 */
export async function seedConsents(_db: Db, { now }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  const rows = consentRowsOf(
    ['registration', 'offer', 'agreement', 'marketing', 'client_contacts', 'sponsor_contacts'],
    { ip: '', userAgent: '' },
  );
  return async (tx) => `согласия — ${await insertDemoConsents(tx, rows, now)}`;
}
