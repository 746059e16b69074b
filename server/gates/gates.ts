import type { Db } from '#server/db/open.ts';
import { type AddressSettings, openAddresses } from '#server/gates/addresses/addresses.ts';
import type { AddressGate } from '#server/gates/addresses/port.ts';
import { type CarriersSettings, openCarriers } from '#server/gates/carriers/carriers.ts';
import type { CarriersGate } from '#server/gates/carriers/port.ts';
import { tellFailed, tellWorked } from '#server/gates/health.queries.ts';
import { openOutbox } from '#server/gates/mail/outbox.ts';
import { MailError, type MailGate } from '#server/gates/mail/port.ts';
import { openSmtp } from '#server/gates/mail/smtp.ts';
import { watchMail } from '#server/gates/mail/watch.ts';
import type { MapTiles } from '#server/gates/map/access.ts';
import type { TileGate } from '#server/gates/map/port.ts';
import { openTiles } from '#server/gates/map/tiles.ts';
import { openPayments, type PaymentSettings } from '#server/gates/payments/payments.ts';
import type { PaymentGate } from '#server/gates/payments/port.ts';
import type { PushGate } from '#server/gates/push/port.ts';
import { openWebPush, type PushSettings } from '#server/gates/push/web-push.ts';
import type { SmsGate } from '#server/gates/sms/port.ts';
import { openSms, type SmsSettings } from '#server/gates/sms/sms.ts';

/** The outside world of the server: a port each, with real adapters and an embedded one (docs/decisions/141). */
export type Gates = {
  mail: MailGate;
  sms: SmsGate;
  push: PushGate;
  addresses: AddressGate;
  carriers: CarriersGate;
  payments: PaymentGate;
  /** Pictures of the map; null: squared paper. */
  map: TileGate | null;
};

/** Those of the shop's settings that say where the outside is. */
export type GateSettings = AddressSettings &
  CarriersSettings &
  SmsSettings &
  PushSettings & {
    smtpUrl: string | null;
    mailFrom: string;
    production: boolean;
    payments: PaymentSettings;
    mapTiles: MapTiles | null;
  };

export const openGates = (db: Db, settings: GateSettings): Gates => ({
  mail: watchMail(db, openMail(db, settings)),
  sms: openSms(db, settings),
  push: openWebPush(db, settings),
  addresses: openAddresses(settings),
  carriers: openCarriers(settings, {
    // Nobody waits for the note, and without it the price is the same.
    tell: (carrier, failure) => void (failure === null ? tellWorked(db, carrier) : tellFailed(db, carrier, failure)).catch(() => undefined), // prettier-ignore
  }),
  payments: openPayments(db, settings.payments, settings.publicUrl),
  map: settings.mapTiles && openTiles(settings.mapTiles, `Rostok (+${settings.publicUrl})`),
});

function openMail(db: Db, { smtpUrl, mailFrom, production }: GateSettings): MailGate {
  if (smtpUrl !== null) return openSmtp({ url: smtpUrl, from: mailFrom });
  // In production a letter that nobody would read waits, is counted, and goes out once SMTP_URL is there.
  return production ? { send: () => Promise.reject(new MailError('away', 'SMTP_URL is not set')) } : openOutbox(db);
}
