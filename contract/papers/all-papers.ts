import { agreement20261123 } from '#contract/papers/agreement-2026-11-23.ts';
import { consent20261101 } from '#contract/papers/consent-2026-11-01.ts';
import { consent20261123 } from '#contract/papers/consent-2026-11-23.ts';
import { consent20261124 } from '#contract/papers/consent-2026-11-24.ts';
import { marketing20261123 } from '#contract/papers/marketing-2026-11-23.ts';
import { offer20261122 } from '#contract/papers/offer-2026-11-22.ts';
import { policy20261101 } from '#contract/papers/policy-2026-11-01.ts';
import { policy20261123 } from '#contract/papers/policy-2026-11-23.ts';

/** Every version that was ever shown, the newest of each first. For the server alone: pages carry the newest only. */
export const ALL_PAPERS = [
  consent20261124,
  consent20261123,
  consent20261101,
  marketing20261123,
  agreement20261123,
  offer20261122,
  policy20261123,
  policy20261101,
] as const;
