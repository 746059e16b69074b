import type { ScreenPath } from '#contract/paths.ts';

/**
 * Titles and descriptions of the public pages that are no product and no category. Titles are those of src/app/route-titles.ts
 * (a test compares them). Whatever stands neither here nor in the catalogue is for people alone and asks not to be listed.
 */
export const STATIC_HEADS: Partial<Record<ScreenPath, { title: string; description: string }>> = {
  '/eshop': {
    title: 'Магазин',
    description:
      'Росток: витамины, чай, красота и дом. Новинки и хиты, доставка по России, каталог открывается и без интернета.',
  },
  '/katalog': {
    title: 'Каталог',
    description:
      'Весь каталог магазина «Росток»: витамины и добавки, чай, уход за собой, товары для дома. Цены, наличие, поиск.',
  },
  '/punkty': {
    title: 'Пункты выдачи',
    description: 'Где забрать заказ магазина «Росток»: адреса, часы работы и карта пунктов выдачи.',
  },
  '/faq': {
    title: 'Вопросы и ответы',
    description: 'Ответы магазина «Росток»: заказ и доставка, оплата и возврат, товары, работа без интернета.',
  },
  '/contacts': {
    title: 'Контакты',
    description: 'Телефон, почта, адрес и часы работы магазина «Росток», пункты выдачи.',
  },
  '/cookie': {
    title: 'Файлы куки',
    description: 'Какие файлы куки хранит магазин «Росток», зачем они нужны и как от них отказаться.',
  },
  '/kompaniya': {
    title: 'О компании',
    description: 'Что продаёт магазин «Росток», что он обещает покупателям и чего не делает, как с ним связаться.',
  },
  '/kompaniya/dokumenty': {
    title: 'Документы на продукцию',
    description: 'Свидетельства о государственной регистрации добавок магазина «Росток»: номера и изготовители.',
  },
  '/kompaniya/privacy-policy': {
    title: 'Политика защиты персональных данных',
    description: 'Какие персональные данные обрабатывает магазин «Росток», для чего и как их защищает.',
  },
  '/kompaniya/soglasie': {
    title: 'Согласие на обработку персональных данных',
    description: 'Текст согласия на обработку персональных данных магазина «Росток» и его действующая редакция.',
  },
  '/kompaniya/soglasie-reklama': {
    title: 'Согласие на получение рассылки',
    description: 'Текст отдельного согласия на новости и акции магазина «Росток» и его действующая редакция.',
  },
  '/kompaniya/dogovor-konsultanta': {
    title: 'Договор консультанта',
    description: 'Условия, на которых человек становится консультантом магазина «Росток», и как прекратить договор.',
  },
  '/kompaniya/rekvizity': {
    title: 'Реквизиты',
    description: 'Реквизиты продавца, адрес, часы работы и способы связи с магазином «Росток».',
  },
  '/kompaniya/oferta': {
    title: 'Публичная оферта',
    description: 'Условия продажи товаров магазина «Росток»: заказ, оплата, доставка, возврат.',
  },
  '/kompaniya/vozvrat': {
    title: 'Возврат',
    description: 'Как вернуть товар магазина «Росток»: сроки, порядок и возврат денег.',
  },
  '/kompaniya/dostavka-i-oplata': {
    title: 'Доставка и оплата',
    description: 'Способы доставки и оплаты заказов магазина «Росток», сроки и стоимость.',
  },
};
