/** Which build this is: sent with every call (X-Client-Build) and shown in diagnostics. */
export const BUILD: string = typeof __BUILD__ === 'string' ? __BUILD__ : 'test';
