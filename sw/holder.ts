import { pubStore } from '#src/device/storage.ts';
import { HOLDER_KEY } from '#src/offline/keys.ts';

/** Who holds the phone: written by the page at every /user/data, login and logout (docs/product/prices.md#who-sees-what). */
export type Holder = { uid: string; priceType: 0 | 1 };

/** Follows the page's word at once; the stored value is what a restarted worker finds. */
let told: Holder | null = null;
export const tellHolder = (holder: Holder): void => void (told = holder);

export async function readHolder(): Promise<Holder | null> {
  return told ?? (await pubStore().get<Holder>(HOLDER_KEY)) ?? null;
}
