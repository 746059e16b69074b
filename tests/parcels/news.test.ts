import { describe, expect, it } from 'vitest';
import { newsOfOrder } from '#server/features/orders/order-news.rules.ts';

// What a buyer is told while the order is packed and sent; docs/product/orders.md#mail-and-sms.

const order = { id: 30_377, url: 'https://shop.test/o', paidKop: 100, reason: null, deliverTo: 'СДЭК, Томск' };
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

describe('a parcel has left', () => {
  it('the first is the order, a later one is one more; the number of the carrier stands in letter and SMS', () => {
    const first = newsOfOrder(order, { what: 'sent', ref: 5, number: 1, track: 'RA123456785RU' });
    expect(plain(first.subject)).toBe('Заказ № 30 377 отправлен');
    expect(first.text).toContain('Трек-номер посылки: RA123456785RU.');
    expect(plain(first.sms)).toBe('Заказ № 30 377 отправлен. Трек RA123456785RU: https://shop.test/o');
    expect(plain(newsOfOrder(order, { what: 'sent', ref: 6, number: 2, track: null }).subject)).toBe(
      'Ещё одна посылка заказа № 30 377 в пути',
    );
  });
  it('our own people carry without a number, and nothing is said of one', () => {
    const news = newsOfOrder(order, { what: 'sent', ref: 5, number: 1, track: null });
    expect(news.text + news.sms).not.toMatch(/трек/i);
  });
});

it('an order that waits says why in the words of the desk; markup in them is text', () => {
  const news = newsOfOrder(order, { what: 'held', ref: 2, words: 'Уточним <b>дом</b> и напишем.' });
  expect(plain(news.subject)).toBe('Заказ № 30 377 пока ждёт');
  expect(news.text).toContain('Уточним <b>дом</b> и напишем.');
  expect(news.html).toContain('Уточним &lt;b&gt;дом&lt;/b&gt; и напишем.');
});
