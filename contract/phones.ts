/** docs/product/phones.md. `mask` is the national part, `#` is a digit. */
export type PhoneCountry = {
  code: string;
  name: string;
  dialCode: string;
  mask: string;
  example: string;
  lengthNumber: number;
};
const row = (
  code: string,
  name: string,
  dialCode: string,
  mask: string,
  example: string,
  lengthNumber: number,
): PhoneCountry => ({
  code,
  name,
  dialCode,
  mask,
  example,
  lengthNumber,
});
/** Display order: ru, kz, kg, by, then by Russian name. */
export const PHONE_COUNTRIES: readonly PhoneCountry[] = [
  row('ru', 'Россия', '7', '(###) ###-##-##', '+7 (912) 345-67-89', 10),
  row('kz', 'Казахстан', '7', '(###) ###-##-##', '+7 (771) 000-99-98', 10),
  row('kg', 'Кыргызстан', '996', '### ### ###', '+996 700 123 456', 9),
  row('by', 'Беларусь', '375', '## ###-##-##', '+375 29 491-19-11', 9),
  row('az', 'Азербайджан', '994', '## ### ## ##', '+994 40 123 45 67', 9),
  row('am', 'Армения', '374', '## ######', '+374 77 123456', 8),
  row('de', 'Германия', '49', '#### #######', '+49 1512 3456789', 11),
  row('ge', 'Грузия', '995', '### ## ## ##', '+995 555 12 34 56', 9),
  row('lv', 'Латвия', '371', '## ### ###', '+371 21 234 567', 8),
  row('lt', 'Литва', '370', '### #####', '+370 612 34567', 8),
  row('md', 'Молдова', '373', '### ## ###', '+373 621 12 345', 8),
  row('tj', 'Таджикистан', '992', '## ### ####', '+992 91 712 3456', 9),
  row('tm', 'Туркменистан', '993', '## ######', '+993 66 123456', 8),
  row('uz', 'Узбекистан', '998', '## ### ## ##', '+998 91 234 56 78', 9),
  row('ua', 'Украина', '380', '## ### ## ##', '+380 50 123 45 67', 9),
  row('ee', 'Эстония', '372', '#### ####', '+372 5123 4567', 8),
];

/** E.164 → «+7 (900) 000-00-01» by the country's mask; what fits no country is shown as it is. */
export function formatPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  const country = PHONE_COUNTRIES.find(
    ({ dialCode, lengthNumber }) => digits.startsWith(dialCode) && digits.length === dialCode.length + lengthNumber,
  );
  if (!country) return phone;
  let next = country.dialCode.length;
  return `+${country.dialCode}\u00a0${country.mask.replaceAll('#', () => digits[next++] ?? '').replaceAll(' ', '\u00a0')}`;
}
