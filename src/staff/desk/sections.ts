import { type ScreenPath, SCREENS } from '#contract/paths.ts';
import type { Permission } from '#contract/rights.ts';
import { entranceOf } from '#src/features/session/entrance.rules.ts';
import type { Session } from '#src/features/session/session.atoms.ts';

type Place = { href: ScreenPath; title: string; text: string; also?: string };
/** Screens of the desk that exist; who may open one is written beside its path in the contract. */
const PLACES: readonly Place[] = [
  {
    href: '/desk/orders',
    title: 'Заказы',
    text: 'Найти, отметить оплату, отменить, вернуть деньги',
    also: '/desk/drafts',
  },
  { href: '/desk/returns', title: 'Возвраты', text: 'Ответить, принять товар, вернуть деньги' },
  {
    href: '/desk/shelves',
    title: 'Склад',
    text: 'Полки и ячейки, где что лежит, коробки в пункты',
    also: '/desk/boxes',
  },
  { href: '/desk/products', title: 'Товары', text: 'Цены, остатки, показ, тексты и картинки' },
  { href: '/desk/users', title: 'Люди и права', text: 'Найти человека, дать и снять права, исправить запись' },
  { href: '/desk/finance', title: 'Деньги сети', text: 'Закрыть месяц, посмотреть бонусы и согласовать начисление' },
  { href: '/desk/books', title: 'Счета и сверка', text: 'Обязательства, сверка с банками, исправления, реестры' },
  { href: '/desk/audit', title: 'Журнал', text: 'Кто, что, с кем и почему сделал' },
];

export const placesOf = (session: Session): readonly Place[] =>
  PLACES.filter(({ href }) => entranceOf(SCREENS[href], session) === 'open');

/** What a right of the desk is about, in the words of its menu. */
export const RIGHTS = {
  'desk.orders': 'Заказы',
  'desk.products': 'Товары',
  'desk.content': 'Содержание',
  'desk.promos': 'Акции',
  'desk.users': 'Люди и права',
  'desk.finance': 'Деньги',
  'desk.audit': 'Журнал',
} as const satisfies Partial<Record<Permission, string>>;
