import { offer20261122 } from '#contract/papers/offer-2026-11-22.ts';
import { PaperPage } from '#src/features/content/PaperPage.tsx';

/** /kompaniya/oferta: the offer of distance selling, accepted by the button that makes the order (docs/product/law.md, row 9). */
export const Offer = () => <PaperPage paper={offer20261122} />;
