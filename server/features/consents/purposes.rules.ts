import type { Purpose } from '#contract/consents.ts';
import { type PaperPath, paperOf } from '#server/features/consents/papers.rules.ts';

type About = {
  paper: PaperPath;
  /** What it is given for. */
  allows: string;
  /** What stops with it and what goes on. */
  stops: readonly string[];
};

/** In the order of the list (docs/product/law.md#consents). */
export const PURPOSES: Record<Purpose, About> = {
  registration: {
    paper: '/kompaniya/soglasie',
    allows: 'Имя, телефон и e-mail для кабинета.',
    stops: ['Согласие на кабинет отзывают вместе с кабинетом: «Удалить аккаунт» внизу страницы.'],
  },
  order: {
    paper: '/kompaniya/soglasie',
    allows: 'Имя, телефон, e-mail и состав заказа.',
    stops: [
      'Оформленные заказы доедут: их мы обязаны исполнить и хранить по закону.',
      'Следующий заказ попросит согласие снова.',
    ],
  },
  delivery: {
    paper: '/kompaniya/soglasie',
    allows: 'Имя, телефон и адрес для перевозчика, которого вы выбрали.',
    stops: [
      'Новые адреса службы доставки не получат, останется самовывоз из наших пунктов.',
      'Заказы в пути доедут.',
      'Следующий заказ с доставкой попросит согласие снова.',
    ],
  },
  marketing: {
    paper: '/kompaniya/soglasie-reklama',
    allows: 'Новости и акции на e-mail и телефон. Отказаться можно в любой день.',
    stops: ['Рассылка прекратится сразу.', 'Письма о заказах, оплате и возврате останутся.'],
  },
  client_contacts: {
    paper: '/kompaniya/soglasie',
    allows: 'Ваши телефон и e-mail увидят люди, которых вы пригласили.',
    stops: ['На карточке консультанта останутся имя, город и номер.', 'Клиенты смогут написать вам через магазин.'],
  },
  sponsor_contacts: {
    paper: '/kompaniya/soglasie',
    allows: 'Ваши телефон и e-mail увидит ваш консультант.',
    stops: ['Ваш консультант увидит только имя и город.'],
  },
  sponsor_age: {
    paper: '/kompaniya/soglasie',
    allows: 'Ваш консультант увидит в днях рождения, сколько вам исполняется лет.',
    stops: ['Ваш консультант увидит только день и месяц.'],
  },
  notify_product: {
    paper: '/kompaniya/soglasie',
    allows: 'Контакт, чтобы написать, когда товар появится.',
    stops: ['О товарах, которых вы ждёте, мы не напишем.', 'Попросить сообщить можно снова на странице товара.'],
  },
  contact: {
    paper: '/kompaniya/soglasie',
    allows: 'Имя и контакт, чтобы ответить вам.',
    stops: ['На обращение, которое ещё ждёт, мы не ответим.'],
  },
  offer: { paper: '/kompaniya/oferta', allows: '', stops: [] },
  agreement: { paper: '/kompaniya/dogovor-konsultanta', allows: '', stops: [] },
};
export const isPurpose = (purpose: string): purpose is Purpose => Object.hasOwn(PURPOSES, purpose);

export type { Purpose };
export type From = { ip: string; userAgent: string };
export type ConsentRow = { purpose: string; docVersion: string; textHash: string } & From;

/**
 * A row of the log for one tick (docs/product/law.md row 1). `version`: the text that stood on the screen; the newest when absent.
 * Undefined: nobody was ever shown such a version.
 */
export function consentRow(purpose: Purpose, from: From, version?: string): ConsentRow | undefined {
  const paper = paperOf(PURPOSES[purpose].paper, version);
  return (
    paper && {
      purpose,
      docVersion: paper.version,
      textHash: paper.sha256,
      ip: from.ip,
      userAgent: from.userAgent.slice(0, 400),
    }
  );
}
/** Rows of purposes that were ticked now, to the newest texts. */
export const consentRowsOf = (purposes: readonly Purpose[], from: From): ConsentRow[] =>
  purposes.flatMap((purpose) => consentRow(purpose, from) ?? []);
