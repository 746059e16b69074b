import type { Call } from '#contract/call.ts';
import { exportBonusHistory } from '#contract/bonus-history.ts';
import { deskExportRegister } from '#contract/desk-books.ts';
import { deskExportJournal } from '#contract/desk-audit.ts';
import { deskGetLabel } from '#contract/desk-shipping.ts';
import { getStatement } from '#contract/statement.ts';
import { getShard } from '#contract/catalogue.ts';
import { getDataExportFile } from '#contract/personal-data.ts';
import { getCertificate, getEducationFile } from '#contract/education.ts';
import { REPORT_FILES } from '#contract/report-files.ts';
import { getPhoto } from '#contract/photos.ts';

/** A success answer that is a file: its media types, and whether a part of it can be asked for. */
export type ByteAnswer = { types: readonly string[]; hasParts: boolean };

/** What a table is exported as. */
const TABLES = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'] as const;
// Beside the contract: the page never asks what a file is, and would carry these words for nothing.
const ANSWERS = new Map<string, ByteAnswer>([
  [getShard.name, { types: ['application/json'], hasParts: false }],
  [
    getEducationFile.name,
    {
      types: [
        'application/json',
        'image/svg+xml',
        'image/webp',
        'image/png',
        'image/jpeg',
        'image/avif',
        'video/mp4',
        'video/webm',
      ],
      hasParts: true,
    },
  ],
  [getDataExportFile.name, { types: ['application/zip'], hasParts: false }],
  [getPhoto.name, { types: ['image/webp'], hasParts: false }],
  [
    exportBonusHistory.name,
    { types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'], hasParts: false },
  ],
  [deskExportRegister.name, { types: TABLES, hasParts: false }],
  [deskExportJournal.name, { types: ['text/csv'], hasParts: false }],
  [deskGetLabel.name, { types: ['application/pdf'], hasParts: false }],
  [getStatement.name, { types: ['application/pdf'], hasParts: false }],
  [getCertificate.name, { types: ['application/pdf'], hasParts: false }],
  ...REPORT_FILES.map(({ name }): [string, ByteAnswer] => [name, { types: TABLES, hasParts: false }]),
]);

/** Undefined: the answer is the JSON that the contract describes. */
export const byteAnswerOf = ({ name }: Call): ByteAnswer | undefined => ANSWERS.get(name);
