import { expect, it } from 'vitest';
import { categorySlug, productSlug, translit } from '#server/features/catalogue/slug.rules.ts';

it.each([
  ['Витамин C «Рябинка»', '10101', 'vitamin-c-ryabinka-10101'],
  ['Магний B6 «Тихий вечер»', '10201', 'magnij-b6-tihij-vecher-10201'],
  ['Омега-3 «Полярная рыбка» форте', '10302', 'omega-3-polyarnaya-rybka-forte-10302'],
  ['Пробники крема «Роса», 10 шт.', '90201', 'probniki-krema-rosa-10-sht-90201'],
  ['Сбор № 1 «Утро в тайге»', '30101', 'sbor-1-utro-v-tajge-30101'],
  ['Иван-чай с саган-дайля', '30204', 'ivan-chaj-s-sagan-dajlya-30204'],
  ['Объём ещё: подъезд, щёлочь', '100200', 'obyom-eschyo-podezd-schyoloch-100200'],
  ['«ЭЮЯ ХЦЧШЩЫ»', '1', 'eyuya-hcchshschy-1'],
  ['+++', '100201', '100201'],
  ['Ёж', '2', 'yozh-2'],
])('%s → %s', (title, code, slug) => expect(productSlug(title, code)).toBe(slug));

it('takes a decomposed й and ё for the letters they are', () => {
  expect(productSlug('Чай ёж'.normalize('NFD'), '5')).toBe('chaj-yozh-5');
});
it('cuts the title at a word, to 60 characters at most', () => {
  const slug = productSlug(
    'Поливитамины «Северный круг» для женщин, мужчин и всей большой семьи на год вперёд',
    '123456',
  );
  expect(slug).toBe('polivitaminy-severnyj-krug-dlya-zhenschin-muzhchin-i-vsej-123456');
  expect(slug.slice(0, -7).length).toBeLessThanOrEqual(60);
});
it('keeps a title of exactly 60 characters whole', () => {
  const title = `${'a'.repeat(29)} ${'b'.repeat(30)}`;
  expect(productSlug(title, '7')).toBe(`${'a'.repeat(29)}-${'b'.repeat(30)}-7`);
});
it('cuts a single endless word inside', () => expect(productSlug('я'.repeat(80), '7')).toBe(`${'ya'.repeat(30)}-7`));
it('holds only [a-z0-9-], whatever the title', () => {
  for (const title of ['日本 茶', 'Crème brûlée', '<script>', '  ', 'А'.repeat(500)]) {
    expect(productSlug(title, '10101')).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  }
});
it('adds the id to a category slug on collision or when no letter is left', () => {
  expect(categorySlug('Чай и напитки', 3)).toBe('chaj-i-napitki');
  expect(categorySlug('Чай и напитки', 1003, (slug) => slug === 'chaj-i-napitki')).toBe('chaj-i-napitki-1003');
  expect(categorySlug('№', 1004)).toBe('1004');
  expect(translit('Скидки −50 %')).toBe('skidki-50');
});
