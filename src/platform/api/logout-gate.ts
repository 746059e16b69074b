import { createLogoutGate } from '#src/offline/identity/logout-gate.ts';

/** This page's gate: the api waits at it, the session shuts and opens it. */
export const logoutGate = createLogoutGate();
