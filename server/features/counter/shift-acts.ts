import type { punktCloseShift, punktOpenShift, Shift } from '#contract/counter.ts';
import { requireShift, requireSite } from '#server/features/counter/own-site.ts';
import { closeShift, countParcelsAt, findOpenShift, openShift, type ShiftRow } from '#server/features/counter/shifts.queries.ts'; // prettier-ignore
import type { Asked } from '#server/platform/mount.ts';
import { refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// The shift (docs/product/counter.md#shift): one of a point at a time.

export const toShift = (shift: ShiftRow | undefined): Shift | null =>
  shift ? { id: shift.id, opened_at: shift.openedAt.toISOString(), operator: shift.operator } : null;

/** One that is open stays: the second tablet works in it. @throws other_point. */
export async function opensShift({ tx, body, session, now }: Asked<typeof punktOpenShift>): Promise<Shift | null> {
  const { site } = await requireSite(tx, session, body.site);
  await openShift(tx, { site, openedBy: requireUser(session).id, openedAt: now });
  return toShift(await findOpenShift(tx, site));
}

/** The parcels are counted by hand; another number than the shop's wants a word. @throws shift_closed, shift_differs, other_point. */
export async function closesShift({ tx, body, session, now }: Asked<typeof punktCloseShift>): Promise<void> {
  const { site } = await requireSite(tx, session, body.site);
  const shift = await requireShift(tx, site);
  const expected = await countParcelsAt(tx, site);
  const { counted, note } = body;
  if (counted !== expected && note === '')
    refuse(
      'shift_differs',
      `По учёту в пункте посылок: ${expected}, вы насчитали ${counted}. Пересчитайте или напишите, в чём разница`,
      { note: ['Напишите, в чём разница'] },
    );
  const closedBy = requireUser(session).id;
  if (!(await closeShift(tx, shift.id, { closedAt: now, closedBy, expected, counted, note })))
    refuse('shift_closed', 'Смену только что закрыли с другого планшета');
}
