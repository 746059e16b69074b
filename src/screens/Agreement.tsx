import { agreement20261123 } from '#contract/papers/agreement-2026-11-23.ts';
import { PaperPage } from '#src/features/content/PaperPage.tsx';

/** /kompaniya/dogovor-konsultanta: what a consultant agrees to at the registration. */
export const Agreement = () => <PaperPage paper={agreement20261123} />;
