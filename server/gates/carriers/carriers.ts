import type { CarrierAccess } from '#server/gates/carriers/access.ts';
import { openBoxberry } from '#server/gates/carriers/boxberry.ts';
import { openCdek } from '#server/gates/carriers/cdek.ts';
import { openFivepost } from '#server/gates/carriers/fivepost.ts';
import { openOtpravka } from '#server/gates/carriers/otpravka.ts';
import { type Patience, patiently } from '#server/gates/carriers/patiently.ts';
import { type Carrier, CarrierError, type CarriersGate } from '#server/gates/carriers/port.ts';
import { openPostTariff } from '#server/gates/carriers/post-tariff.ts';
import { openYandex } from '#server/gates/carriers/yandex.ts';

/** Those of the shop's settings that say which carriers are asked; without any, every price is by our own tariff. */
export type CarriersSettings = { carriers: CarrierAccess };

export const openCarriers = ({ carriers: access }: CarriersSettings, patience?: Partial<Patience>): CarriersGate =>
  gateOf(
    [
      access.cdek && openCdek(access.cdek),
      // A contract's own prices are better than the public ones, so only one of the two is asked.
      access.otpravka ? openOtpravka(access.otpravka) : access.postTariff && openPostTariff(access.postTariff),
      access.boxberry && openBoxberry(access.boxberry),
      access.fivepost && openFivepost(access.fivepost),
      access.yandex && openYandex(access.yandex),
    ].filter((carrier) => carrier !== null),
    patience,
  );

/** The gate in front of any carriers; tests give their own. */
export function gateOf(carriers: readonly Carrier[], patience: Partial<Patience> = {}): CarriersGate {
  return {
    types: carriers.flatMap(({ types }) => types),
    quotes: patiently(carriers, patience),
    withPoints: carriers.filter(({ points }) => points).map(({ name, types }) => ({ name, types })),
    shippers: carriers.flatMap(({ name, types, shipper }) => (shipper ? [{ ...shipper, name, types }] : [])),
    points(name, signal) {
      const found = carriers.find((one) => one.name === name);
      if (!found?.points) throw new CarrierError(`no points of ${name}`);
      return found.points(signal);
    },
  };
}
