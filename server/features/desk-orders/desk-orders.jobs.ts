import { registerParcel } from '#server/features/desk-orders/register-parcel.ts';

/** Finishes a registration that a crash or a silent carrier left. */
export const finishRegistration = registerParcel.job;
