import { BUILD_NUMBER as RELEASED } from '#contract/build-number.ts';

/** Which build this is: sent with every call (X-Client-Build) and shown in diagnostics. */
export const BUILD: string = typeof __BUILD__ === 'string' ? __BUILD__ : 'test';
/** Its number among the releases: builds are named by hashes, which have no order. */
export const BUILD_NUMBER: number = typeof __BUILD_NUMBER__ === 'number' ? __BUILD_NUMBER__ : RELEASED;
