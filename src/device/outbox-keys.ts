// Keys of `pub` that the page and the worker agree on. No personal data stands in `pub`.

/** Which account each guest of this phone has joined, written with the login. */
export const BOUND_KEY = 'meta:bound';
/** A logout that the server has not heard of yet: `{uid, at}`. Every other request waits for it (docs/product/offline.md#logout). */
export const LOGOUT_KEY = 'meta:logout';
export const GUEST_KEY = 'meta:guest';
export const HOLDER_KEY = 'meta:session';
export const DEVICE_KEY = 'meta:device';
