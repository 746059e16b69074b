import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { okNumber } from '#contract/reply.ts';
import { defineOutside, type Outside } from '#server/platform/outside.ts';
import { refuse, RefusedError } from '#server/platform/refuse.ts';

/** A call of the tests alone: a parcel is ordered from a carrier, whose address is in `carrier`. */
export const orderParcel = defineCall({
  name: 'testOrderParcel',
  summary: 'Проверка вызова наружу',
  word: 'notices',
  needs: 'anyone',
  method: 'POST',
  path: '/cart/test-parcel',
  dialect: 'number',
  keyed: true,
  body: z.object({ what: z.string(), carrier: z.string() }),
  reply: z.object({ ...okNumber, track: z.string() }),
});
const Started = z.object({ parcel: z.int(), carrier: z.string() });
type Started = z.infer<typeof Started>;
type Outcome = { track: string } | { declined: true };

export const parcelTable = sql`create table test_parcels (
  id serial primary key, what text, state text not null default 'begun', track text, finished int not null default 0)`;

/** The carrier is asked over HTTP: 200 with a track, 422 for «no», anything else is not known. */
export const parcelWith = (patienceSeconds: number): Outside<typeof orderParcel, Started, Outcome> =>
  defineOutside<typeof orderParcel, Started, Outcome>({
    call: orderParcel,
    started: Started,
    patienceSeconds,
    async begin({ tx, body }) {
      if (body.what === 'nothing') return refuse('validation', 'Нечего отправлять');
      const { rows } = await tx.execute<{ id: number }>(
        sql`insert into test_parcels (what) values (${body.what}) returning id`,
      );
      return { parcel: rows[0]!.id, carrier: body.carrier };
    },
    async ask({ id, signal }, { carrier, parcel }) {
      const answer = await fetch(`${carrier}/${id}?parcel=${parcel}`, { method: 'POST', signal });
      if (answer.status === 422) return { declined: true };
      if (!answer.ok) throw new Error(`carrier ${answer.status}`);
      return (await answer.json()) as { track: string };
    },
    async finish({ tx }, { parcel }, outcome) {
      if ('declined' in outcome) {
        await tx.execute(sql`update test_parcels set state = 'declined', finished = finished + 1 where id = ${parcel}`);
        return new RefusedError('unavailable', 'Перевозчик отказал');
      }
      await tx.execute(
        sql`update test_parcels set state = 'sent', track = ${outcome.track}, finished = finished + 1 where id = ${parcel}`,
      );
      return { track: outcome.track };
    },
  });
