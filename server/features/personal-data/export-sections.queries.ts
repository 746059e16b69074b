import { sql } from 'drizzle-orm';
import { PURPOSE_TITLES } from '#contract/consents.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { ORDER_SECTIONS } from '#server/features/personal-data/export-orders.queries.ts';
import { named, type Row, type Section } from '#server/features/personal-data/export-section.queries.ts';

// Everything that the shop holds about a person, section by section (docs/product/law.md#export).

const ROLE_NAMES = {
  client: 'покупатель',
  user: 'ждёт подтверждения',
  cons: 'консультант',
  optovik: 'оптовый покупатель',
  staff: 'сотрудник магазина',
};
const CODE_NAMES = {
  registration: 'регистрация',
  login: 'вход',
  password: 'новый пароль',
  contact: 'новый адрес',
  deletion: 'удаление аккаунта',
  transfer: 'перевод денег',
};
const DEVICE = { browser: 'Браузер', created_at: 'Вход', seen_at: 'Последний раз', expires_at: 'Действует до' };
const STATE_NAMES = { waiting: 'ждёт ответа', approved: 'одобрена', refused: 'отклонена' };

export const SECTIONS: readonly Section[] = [
  {
    file: 'profile',
    title: 'Профиль',
    labels: {
      name: 'Имя на сайте',
      last_name: 'Фамилия',
      first_name: 'Имя',
      middle_name: 'Отчество',
      email: 'E-mail',
      phone: 'Телефон',
      pending_email: 'E-mail, не подтверждён',
      pending_phone: 'Телефон, не подтверждён',
      birthday: 'Дата рождения',
      city: 'Город',
      role: 'Роль',
      registration_number: 'Регистрационный номер',
      sponsor_number: 'Номер вашего консультанта',
      is_pickup_operator: 'Оператор пункта выдачи',
      send_email: 'Новости и акции',
      show_contacts: 'Контакты видят клиенты',
      is_readonly: 'Только просмотр',
      registered_at: 'С нами с',
      delete_at: 'Удаление назначено на',
    },
    words: { role: named(ROLE_NAMES) },
    query: (id) => sql`
      select u.name, u.last_name, u.first_name, u.middle_name, u.email, u.phone, u.pending_email, u.pending_phone,
             u.birthday::text as birthday, c.title as city, u.role, lpad(u.cons_id::text, 8, '0') as registration_number,
             lpad(s.cons_id::text, 8, '0') as sponsor_number, u.is_punkt_vydachi as is_pickup_operator, u.send_email,
             u.show_contacts, u.readonly as is_readonly, u.registered_at, u.delete_at
        from users u left join cities c on c.id = u.city_id left join users s on s.id = u.sponsor_id where u.id = ${id}`,
  },
  {
    file: 'addresses',
    title: 'Адреса доставки',
    labels: {
      title: 'Название',
      post_index: 'Индекс',
      region: 'Область',
      city: 'Город',
      street: 'Улица',
      house: 'Дом',
      building: 'Корпус',
      flat: 'Квартира',
      recipient_name: 'Получатель',
      recipient_phone: 'Телефон',
      comment: 'Комментарий',
      is_default: 'Основной',
      created_at: 'Записан',
    },
    query: (id) => sql`
      select title, post_index, region, city, street, house, building, flat, recipient_name, recipient_phone, comment, is_default,
             created_at from delivery_addresses where user_id = ${id} order by id`,
  },
  ...ORDER_SECTIONS,
  {
    file: 'consents',
    title: 'Согласия',
    labels: {
      purpose: 'Для чего',
      at: 'Дано',
      withdrawn_at: 'Отозвано',
      version: 'Редакция текста',
      fingerprint: 'Отпечаток (SHA-256)',
      address: 'Адрес IP',
      browser: 'Браузер',
    },
    words: { purpose: named(PURPOSE_TITLES) },
    query: (id) => sql`
      select purpose, at, withdrawn_at, doc_version as version, text_hash as fingerprint, ip as address, user_agent as browser
        from consents where user_id = ${id} or guest_id in (select guest_id from guests where user_id = ${id} and bound_at is not null)
       order by at, id`,
  },
  {
    file: 'lessons',
    title: 'Уроки',
    labels: { course: 'Курс', lesson: 'Урок', watched_at: 'Просмотрен' },
    query: (id) => sql`
      select c.title as course, l.title as lesson, w.watched_at from lesson_watches w
        join lessons l on l.id = w.lesson_id join courses c on c.id = l.course_id where w.user_id = ${id} order by w.watched_at`,
  },
  {
    file: 'quizzes',
    title: 'Тесты',
    labels: { lesson: 'Урок', at: 'Когда', percent: 'Верно, %', passed: 'Пройден' },
    query: (id) => sql`
      select coalesce(l.title, q.lesson_id::text) as lesson, q.at, q.percent, q.passed, q.answers
        from quiz_attempts q left join lessons l on l.id = q.lesson_id where q.user_id = ${id} order by q.id`,
  },
  {
    file: 'certificates',
    title: 'Сертификаты',
    labels: { course: 'Курс', number: 'Номер', issued_at: 'Выдан' },
    query: (id) => sql`
      select c.title as course, s.number, s.issued_at from course_certificates s join courses c on c.id = s.course_id
       where s.user_id = ${id} order by s.number`,
  },
  {
    file: 'favourites',
    title: 'Избранное',
    labels: { title: 'Товар', added_at: 'Добавлен' },
    query: (id) => sql`
      select coalesce(p.title, f.product_id::text) as title, f.added_at from favourites f left join products p on p.id = f.product_id
       where f.user_id = ${id} order by f.added_at`,
  },
  {
    file: 'cart',
    title: 'Корзина',
    labels: { kind: 'Корзина', title: 'Товар', quantity: 'Штук', added_at: 'Добавлен' },
    words: { kind: named({ retail: 'обычная', wholesale: 'оптовая' }) },
    query: (id) => sql`
      select c.kind, p.title, i.quantity, i.added_at from carts c join cart_items i on i.cart_id = c.id
        join products p on p.id = i.product_id where c.user_id = ${id} order by i.order_item_id`,
  },
  {
    file: 'back-in-stock',
    title: 'Просьбы сообщить о поступлении',
    labels: { title: 'Товар', contact: 'Контакт', created_at: 'Когда', sent_at: 'Письмо ушло' },
    query: (id) => sql`
      select p.title, n.contact, n.created_at, n.sent_at from notify_requests n join products p on p.id = n.product_id
       where n.user_id = ${id} order by n.id`,
  },
  {
    file: 'calls',
    title: 'Просьбы позвонить',
    labels: {
      created_at: 'Когда',
      name: 'Имя',
      phone: 'Телефон',
      city: 'Город',
      comment: 'Вопрос',
      told_at: 'Передано',
    },
    query: (id) => sql`
      select created_at, name, phone, city, comment, told_at from consultant_calls where user_id = ${id} order by id`,
  },
  {
    file: 'wholesale',
    title: 'Заявки на опт',
    labels: {
      created_at: 'Когда',
      company: 'Компания',
      inn: 'ИНН',
      phone: 'Телефон',
      comment: 'Комментарий',
      state: 'Решение',
      reason: 'Почему',
    },
    words: { state: named(STATE_NAMES) },
    query: (id) => sql`
      select created_at, company, inn, phone, comment, state, reason from wholesale_applications where user_id = ${id} order by id`,
  },
  {
    file: 'notifications',
    title: 'Уведомления',
    labels: { created_at: 'Когда', title: 'Заголовок', text: 'Текст', read_at: 'Прочитано' },
    query: (id) => sql`
      select created_at, title, text, read_at from notifications where user_id = ${id} order by id`,
  },
  {
    file: 'contacts',
    title: 'Смена телефона и почты',
    labels: { at: 'Когда', previous: 'Было', next: 'Стало' },
    query: (id) => sql`select at, previous, next from contact_changes where user_id = ${id} order by id`,
  },
  {
    file: 'sessions',
    title: 'Входы',
    labels: DEVICE,
    query: (id) =>
      sql`select user_agent as browser, created_at, seen_at, expires_at from sessions where user_id = ${id} order by created_at`,
  },
  {
    file: 'devices',
    title: 'Знакомые устройства',
    labels: { seen_at: 'Последний вход' },
    query: (id) => sql`select seen_at from known_devices where user_id = ${id} order by seen_at`,
  },
  {
    file: 'codes',
    title: 'Отправленные коды',
    labels: { purpose: 'Для чего', target: 'Куда', created_at: 'Когда', used_at: 'Использован' },
    words: { purpose: named(CODE_NAMES) },
    query: (id) => sql`
      select purpose, target, created_at, used_at from contact_codes where user_id = ${id} order by id`,
  },
];

export async function readSection(db: DbOrTx, section: Section, userId: number): Promise<Row[]> {
  return (await db.execute<Row>(section.query(userId))).rows;
}

/** Photographs of the person, as the shop keeps them: WebP. */
export async function readPhotos(db: DbOrTx, userId: number): Promise<{ name: string; body: Buffer }[]> {
  const { rows } = await db.execute<{ id: string; purpose: string; body: Buffer }>(
    sql`select id, purpose, body from photos where user_id = ${userId} or id in (
      select r.photo_id from return_photos r join orders o on o.id = r.order_id where o.user_id = ${userId}) order by created_at`,
  );
  return rows.map(({ id, purpose, body }) => ({ name: `${purpose}-${id}.webp`, body }));
}
