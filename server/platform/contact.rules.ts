import { PHONE_COUNTRIES } from '#contract/phones.ts';

export type Contact = { type: 'email' | 'phone'; target: string };
export const contactOf = (target: string): Contact => ({ type: target.includes('@') ? 'email' : 'phone', target });

/** So that a person sees where to look, and somebody over the shoulder learns no address: «a***@mail.ru», «+7 9** ***-**-89». */
export function maskContact({ type, target }: Contact): string {
  if (type === 'email') return `${[...target][0] ?? ''}***@${target.split('@').at(-1) ?? ''}`;
  const digits = target.slice(1);
  const dial = PHONE_COUNTRIES.map(({ dialCode }) => dialCode).find((code) => digits.startsWith(code)) ?? '';
  const own = digits.slice(dial.length);
  const middle = own.slice(1, -2).replaceAll(/\d/g, '*');
  const parts = [
    `${own.slice(0, 1)}${middle.slice(0, 2)}`,
    [middle.slice(2, 5), middle.slice(5), own.slice(-2)],
  ] as const;
  return `+${dial} ${parts[0]} ${parts[1].filter((part) => part !== '').join('-')}`;
}
