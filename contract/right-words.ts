import type { Permission } from '#contract/rights.ts';
import type { Role } from '#contract/roles.ts';

// Rights and roles in the words of the desk and of its journal (docs/product/rights.md).

export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  'cart.edit': 'Менять корзину',
  'order.create': 'Оформлять заказ',
  'order.cancel': 'Отменять свой заказ',
  'order.pay': 'Платить за заказ',
  'addresses.edit': 'Менять адреса',
  'profile.edit': 'Менять профиль',
  'account.view': 'Видеть свои счета',
  'account.debit': 'Уходить в минус на ЛС',
  'account.transfer': 'Переводить деньги',
  'account.withdraw': 'Выводить деньги',
  'deposit.create': 'Пополнять счёт',
  'structure.view': 'Смотреть структуру',
  'newcomer.create': 'Регистрировать новичков',
  'reports.view': 'Смотреть отчёты',
  'reports.export': 'Выгружать отчёты',
  'education.view': 'Учиться на курсах',
  'promo.view': 'Участвовать в акциях',
  'promo.for_structure': 'Собирать акции структуре',
  'optovik.cart': 'Покупать оптом',
  'optovik.promo': 'Оптовые наборы',
  'punkt.counter': 'Выдавать заказы',
  'support.call_cons': 'Звать консультанта',
  'desk.orders': 'Вести заказы',
  'desk.products': 'Править товары',
  'desk.content': 'Править содержание',
  'desk.promos': 'Вести акции',
  'desk.users': 'Назначать права',
  'desk.finance': 'Вести деньги',
  'desk.audit': 'Читать журнал',
  'dev.ui': 'Смотреть галерею частей',
};
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  client: 'клиент',
  user: 'не подтверждён',
  cons: 'консультант',
  optovik: 'оптовик',
  staff: 'сотрудник',
};
