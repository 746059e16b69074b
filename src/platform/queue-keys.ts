/** `pub`: which account each guest of this phone has joined, written with the login. */
export const BOUND_KEY = 'meta:bound';
