import type { DeskProductField } from '#contract/desk-products.ts';
import { formatMoney } from '#src/ui/numbers.ts';

export const FIELD_WORDS: Readonly<Record<DeskProductField, string>> = {
  title: 'Название',
  category_id: 'Раздел',
  variant_group: 'Варианты',
  subtitle: 'Подзаголовок',
  ean: 'Штрихкод',
  price: 'Цена',
  cons_price: 'Цена консультанта',
  old_price: 'Старая цена',
  stock: 'Остаток',
  published: 'В каталоге',
  labels: 'Метки',
  is_bad: 'БАД',
  age_from: 'С какого возраста',
  form: 'Форма',
  pack: 'Упаковка',
  volume: 'Объём или масса',
  weight_grams: 'Вес с упаковкой, г',
  composition: 'Состав',
  usage: 'Применение',
  contraindications: 'Противопоказания',
  storage: 'Хранение',
  shelf_life: 'Срок годности',
  description_html: 'Описание',
  maker: 'Производитель',
  sgr: 'СГР',
};

/** A value of the shop, or an edit as it was typed. */
export function valueWords(field: DeskProductField, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'нет';
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (typeof value === 'number') return field.endsWith('price') ? formatMoney(value) : String(value);
  if (typeof value === 'string') return value;
  return Object.values(value).filter(Boolean).join(', ');
}
