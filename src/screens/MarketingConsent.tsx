import { marketing20261123 } from '#contract/papers/marketing-2026-11-23.ts';
import { PaperPage } from '#src/features/content/PaperPage.tsx';

/** /kompaniya/soglasie-reklama: news and offers, a consent of its own (docs/product/law.md, row 13). */
export const MarketingConsent = () => <PaperPage paper={marketing20261123} />;
