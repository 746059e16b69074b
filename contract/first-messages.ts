/** The texts that the first chunk of the app needs; all of them are in messages.ts. */
export const FIRST_MESSAGES = { readonly: 'Запрещено', needInternet: 'Нужен интернет' } as const;
