import { consent20261124 } from '#contract/papers/consent-2026-11-24.ts';
import { PaperPage } from '#src/features/content/PaperPage.tsx';

/** /kompaniya/soglasie: the consent as a document of its own, versioned (docs/product/law.md, row 1). */
export const ConsentText = () => <PaperPage paper={consent20261124} />;
