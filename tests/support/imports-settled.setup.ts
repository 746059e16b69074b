import { afterAll, vi } from 'vitest';

// A screen asks for its later parts by `import()`, and nobody waits for those. On a slow machine they still come when the
// file has ended, and fail there.
afterAll(() => vi.dynamicImportSettled());
