import type { Quality } from '#tests/search-quality/quality.ts';
export declare const OPEN: Quality;
