/** What an editor of the shop would choose by hand: shares of docs/product/demo.md#range, faces of the mock-ups. */

/** 8 %: created in the last 30 days, newest first. The first screen of the default sort opens with them. */
export const NEW: readonly string[] = [
  '40104', '10601', '10501', '40114', '30204', '20105', '70303', '10706', '50204', '30305', '60304', '80303', '40206',
  '20204', '40303', '10307',
]; // prettier-ignore
/** What stands right behind the new ones: the faces of the shop. */
export const FACES: readonly string[] = [
  '10201', '10101', '10301', '30201', '40101', '10705', '10404', '60101', '30302', '50101', '80101', '10102', '40301',
  '70101', '30104', '40401', '50202', '10805',
]; // prettier-ignore
export const HITS: ReadonlySet<string> = new Set([
  '10201', '10301', '80101', '10401', '10701', '20101', '30301', '40204', '40201', '50102', '60103', '70201',
]); // prettier-ignore
/** 10 %: an old price of +15…25 % that was real for at least 14 days (docs/product/law.md row 11). */
export const REDUCED: readonly string[] = [
  '40101', '10103', '10204', '10210', '10303', '10403', '10409', '10503', '10604', '10702', '10803', '20201', '30103',
  '30402', '40107', '40203', '40302', '50205', '60301', '70103',
]; // prettier-ignore
/** 5 %: shows «Сообщить о поступлении». */
export const OUT_OF_STOCK: ReadonlySet<string> = new Set([
  '10705', '10406', '10208', '20302', '30106', '40109', '40503', '50302', '60202', '80202',
]); // prettier-ignore
/** The exact remainder is shown from nine down. */
export const FEW_LEFT: ReadonlyMap<string, number> = new Map([
  ['10107', 3], ['10305', 7], ['20205', 2], ['40111', 9], ['50203', 1], ['70301', 5], ['30205', 8], ['90203', 4],
]); // prettier-ignore

/** Tastes, strengths and wearers of one product: variants of each other. */
export const VARIANTS: readonly { group: string; param: string; of: Readonly<Record<string, string>> }[] = [
  { group: 'strojnyj-den', param: 'Вкус', of: { 20101: 'ваниль', 20102: 'шоколад', 20103: 'лесная ягода' } },
  { group: 'sila-zlakov', param: 'Вкус', of: { 20201: 'черника', 20202: 'яблоко' } },
  { group: 'severnyj-krug', param: 'Для кого', of: { 10104: 'для женщин', 10105: 'для мужчин' } },
  { group: 'polyarnaya-rybka', param: 'Концентрация', of: { 10301: '35 %, 120 капсул', 10302: '60 %, 60 капсул' } },
  { group: 'zhivaya-zakvaska', param: 'Для кого', of: { 10501: 'взрослым', 10502: 'детям с 3 лет' } },
  {
    group: 'ivan-chaj',
    param: 'Вкус',
    of: { 30201: 'классический', 30202: 'чабрец', 30203: 'мята', 30204: 'саган-дайля' },
  },
  { group: 'gel-dlya-dusha', param: 'Аромат', of: { 40201: 'хвоя', 40202: 'луговые травы' } },
  { group: 'cikorij', param: 'Вкус', of: { 30401: 'без добавок', 30402: 'с корицей' } },
  { group: 'aromasvecha', param: 'Аромат', of: { 50202: 'сосновый бор', 50203: 'ваниль и мёд' } },
  { group: 'diffuzor', param: 'Аромат', of: { 50204: 'утренний туман', 50205: 'цитрус' } },
  { group: 'start', param: 'Вкус', of: { 70101: 'ваниль', 70102: 'шоколад' } },
  { group: 'bystraya-voda', param: 'Вкус', of: { 70201: 'лимон', 70202: 'вишня' } },
];
/** What people put beside it: subcategory → codes from elsewhere. */
export const BESIDE: Readonly<Record<number, readonly string[]>> = {
  101: ['10201', '30302'], 102: ['10404', '10102', '30201'], 103: ['10102', '10701'], 104: ['30102', '10413'],
  105: ['10504', '20203'], 106: ['10101', '40103'], 107: ['10106', '10301'], 108: ['40404', '40601'],
  201: ['10505', '70201'], 202: ['20301', '30401'], 203: ['30301', '70301'], 301: ['30201', '20303'],
  302: ['30301', '20304'], 303: ['20303', '30403'], 304: ['20305', '30201'], 401: ['40105', '10601'],
  402: ['40204', '50101'], 403: ['10109', '40305'], 404: ['40403', '10805'], 405: ['80204', '50303'],
  406: ['40404', '10801'], 501: ['50202', '40206'], 502: ['50102', '30102'], 503: ['50204', '40203'],
  601: ['60201', '50201'], 602: ['60304', '60101'], 603: ['60203', '60101'], 701: ['70203', '70303'],
  702: ['70101', '70301'], 703: ['20301', '70201'], 801: ['30201', '10201'], 802: ['50202', '30302'],
  803: ['10401', '30303'], 901: ['90201', '90202'], 902: ['40101', '90102'],
}; // prettier-ignore
