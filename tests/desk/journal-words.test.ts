import { expect, it } from 'vitest';
import { ALL_CALLS } from '#contract/all-calls.ts';
import { actWords } from '#contract/journal-words.ts';

/** Changing calls of the staff of which the journal tells nothing: questions, steps of which only the end is told, work that has a book of its own. */
const UNTOLD = [
  /^(desk|punkt)(Fetch|Find|Get|Preview|Try|Reconcile|PickingList)/,
  /^desk(ScanPiece|PutPieces)$/,
  /^desk(Open|Save|Drop)Draft$/,
  /^desk(Start|Cancel)Import$/,
  /^deskAddProductPicture$/,
  /^punkt(AcceptReturn|AcceptParcel|OpenShift|CloseShift|FinishSupply)$/,
];
/** Reports whose readers are written down (docs/product/reports.md#whose). */
const REPORTS =
  /^(get(Inactive|Activity|Rookies|Birthdays|NewStatuses|PersonalStat|StructurePerson)|searchNewStatuses|export(Inactive|InactiveInfo|ActivityOf|Activity|Rookies|Birthdays|NewStatuses))$/;

it('every act of the staff and every report that is looked at has Russian words in the journal', () => {
  const told = ALL_CALLS.filter(({ name, method }) =>
    /^(desk|punkt)/.test(name) ? method !== 'GET' && !UNTOLD.some((one) => one.test(name)) : REPORTS.test(name),
  ).map(({ name }) => name);
  expect(told.length).toBeGreaterThan(50);
  expect(told.filter((name) => !/^[А-ЯЁ]/.test(actWords(name)))).toEqual([]);
});
