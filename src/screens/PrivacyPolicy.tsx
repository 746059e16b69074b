import { policy20261123 } from '#contract/papers/policy-2026-11-23.ts';
import { PaperPage } from '#src/features/content/PaperPage.tsx';

/** /kompaniya/privacy-policy: operator, purposes, data, terms, rights, contacts (docs/product/law.md, rows 2 and 3). */
export const PrivacyPolicy = () => <PaperPage paper={policy20261123} />;
