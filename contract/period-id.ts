import * as z from 'zod/mini';
import { isPeriod } from '#contract/plan/periods.ts';

/** YYYYMM of a month that there is, from 2020 on. */
export const PeriodId = z.int().check(
  z.gte(2020_01),
  z.lte(2999_12),
  z.refine((id) => isPeriod(id)),
);
