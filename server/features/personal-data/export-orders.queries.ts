import { sql } from 'drizzle-orm';
import { TRANSFER_STATE_WORDS } from '#contract/transfer-rules.ts';
import { ACCOUNT_NAMES } from '#contract/account-rules.ts';
import { ORDER_STATUS_NAMES } from '#contract/order-statuses.ts';
import { paymentName } from '#contract/payment-methods.ts';
import { RETURN_STATE_NAMES } from '#contract/returns.ts';
import { named, type Section } from '#server/features/personal-data/export-section.queries.ts';

/** What a person has bought, paid and earned: sections of the archive. */
export const ORDER_SECTIONS: readonly Section[] = [
  {
    file: 'orders',
    title: 'Заказы',
    labels: {
      number: 'Номер',
      created_at: 'Оформлен',
      status: 'Статус',
      goods_kop: 'Товары',
      delivery_kop: 'Доставка',
      due_kop: 'К оплате',
      paid_kop: 'Оплачено',
      refunded_kop: 'Возвращено',
      payment_type: 'Оплата',
      recipient_name: 'Получатель',
      recipient_phone: 'Телефон',
      recipient_email: 'E-mail',
      delivery: 'Способ доставки',
      address: 'Куда',
      comment: 'Комментарий',
      track: 'Трек-номер',
    },
    words: { status: named(ORDER_STATUS_NAMES), payment_type: (code) => paymentName(Number(code)) },
    query: (id) => sql`
      select id as number, created_at, status, goods_kop, delivery_kop, due_kop, paid_kop, refunded_kop, payment_type, recipient_name,
             recipient_phone, recipient_email, delivery->>'name' as delivery, delivery->>'to' as address, comment, track
        from orders where user_id = ${id} order by id`,
  },
  {
    file: 'order-lines',
    title: 'Товары в заказах',
    labels: { number: 'Заказ', code: 'Код', title: 'Товар', quantity: 'Штук', price_kop: 'Цена', points_half: 'Баллы' },
    query: (id) => sql`
      select l.order_id as number, l.code, l.title, l.quantity, l.price_kop, l.balls_half as points_half
        from order_lines l join orders o on o.id = l.order_id where o.user_id = ${id} order by l.order_id, l.position`,
  },
  {
    file: 'order-history',
    title: 'История заказов',
    labels: { number: 'Заказ', at: 'Когда', kind: 'Событие', status: 'Статус', note: 'Пометка' },
    words: { status: (code) => (code === null ? '' : named(ORDER_STATUS_NAMES)(code)) },
    query: (id) => sql`
      select e.order_id as number, e.at, e.kind, e.status, e.note
        from order_events e join orders o on o.id = e.order_id where o.user_id = ${id} order by e.order_id, e.id`,
  },
  {
    file: 'returns',
    title: 'Возвраты',
    labels: {
      number: 'Заказ',
      return: 'Возврат',
      asked_at: 'Когда',
      state: 'Состояние',
      goods: 'Товары',
      words: 'Ваши слова',
      answer: 'Ответ магазина',
    },
    words: { state: named(RETURN_STATE_NAMES) },
    query: (id) => sql`
      select r.order_id as number, r.number as return, r.asked_at, r.state, r.words, r.answer,
             (select string_agg(l.title || ' × ' || rl.pieces, ', ' order by l.position)
                from return_lines rl join order_lines l on l.id = rl.line_id where rl.return_id = r.id) as goods
        from returns r join orders o on o.id = r.order_id where o.user_id = ${id} order by r.order_id, r.number`,
  },
  {
    file: 'payments',
    title: 'Оплаты',
    labels: {
      number: 'Заказ',
      code: 'Способ',
      status: 'Состояние',
      amount_kop: 'Сумма',
      refunded_kop: 'Возвращено',
      created_at: 'Начата',
      paid_at: 'Оплачена',
    },
    words: { code: (code) => paymentName(Number(code)) },
    query: (id) => sql`
      select p.order_id as number, p.code, p.status, p.amount_kop, p.refunded_kop, p.created_at, p.paid_at
        from payments p left join orders o on o.id = p.order_id where o.user_id = ${id} or p.owner_id = ${id} order by p.id`,
  },
  {
    file: 'receipts',
    title: 'Чеки',
    labels: { number: 'Заказ', kind: 'Вид', sum_kop: 'Сумма', at: 'Когда' },
    words: { kind: named({ prepayment: 'предоплата', settlement: 'полный расчёт', refund: 'возврат' }) },
    query: (id) => sql`
      select r.order_id as number, r.kind, r.sum_kop, r.at
        from receipts r left join orders o on o.id = r.order_id where o.user_id = ${id}
          or r.ref in (select 'payment:' || p.id from payments p where p.owner_id = ${id}) order by r.id`,
  },
  {
    file: 'ledger',
    title: 'Счета: все движения',
    labels: { account: 'Счёт', at: 'Когда', amount_kop: 'Сумма', balance_kop: 'Остаток', reason: 'Основание' },
    words: { account: named(ACCOUNT_NAMES) },
    query: (id) => sql`
      select a.type as account, t.at, e.amount_kop, e.balance_after as balance_kop, t.reason
        from ledger_entries e join accounts a on a.id = e.account_id join ledger_tx t on t.id = e.tx_id
       where a.owner_id = ${id} order by e.id`,
  },
  {
    file: 'transfers',
    title: 'Переводы',
    labels: { created_at: 'Когда', number: 'Номер', amount_kop: 'Сумма', state: 'Состояние', comment: 'Сообщение' },
    words: { state: named(TRANSFER_STATE_WORDS) },
    // Of what came only that it came: the message is somebody else's.
    query: (id) => sql`
      select created_at, id as number, case when owner_id = ${id} then -amount_kop else amount_kop end as amount_kop, state,
        case when owner_id = ${id} then comment else '' end as comment
      from transfers where owner_id = ${id} or (to_id = ${id} and state = 'done') order by id`,
  },
  {
    file: 'points',
    title: 'Баллы',
    labels: { period: 'Месяц', kind: 'За что', number: 'Заказ', points_half: 'Баллы', amount_kop: 'Сумма' },
    query: (id) => sql`
      select period, kind, order_id as number, half as points_half, amount_kop from points_events where user_id = ${id} order by id`,
  },
  {
    file: 'disputes',
    title: 'Вопросы о бонусах',
    labels: { period: 'Месяц', text: 'Вопрос', at: 'Задан', answer: 'Ответ', answered_at: 'Отвечен' },
    query: (id) => sql`
      select period, text, at, answer, answered_at from bonus_disputes where user_id = ${id} order by id`,
  },
];
