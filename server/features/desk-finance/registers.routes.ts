import type { FastifyInstance } from 'fastify';
import { deskExportRegister } from '#contract/desk-books.ts';
import { formatConsId } from '#contract/ids.ts';
import { paymentName } from '#contract/payment-methods.ts';
import { periodWords } from '#contract/period-words.ts';
import type { Db } from '#server/db/open.ts';
import { type BalanceRow, countBalances, findBalances } from '#server/features/desk-finance/liabilities.queries.ts';
import { monthWithin } from '#server/features/desk-finance/months.rules.ts';
import {
  type BonusRegisterRow,
  bonusRowsOf,
  countBonuses,
  countPayments,
  type PaymentRow,
  paymentRows,
} from '#server/features/desk-finance/registers.queries.ts';
import type { ExportColumn } from '#server/platform/export/columns.rules.ts';
import { sendTable } from '#server/platform/export/send-table.ts';
import type { Shop } from '#server/platform/mount.ts';
import { mountFile } from '#server/platform/mount-file.ts';

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' });
const dayOf = (at: string | null): string | null => at && DAY.format(new Date(at));
const numberOf = (consId: number | null): string | null => (consId === null ? null : formatConsId(consId));

const PAYMENTS: readonly ExportColumn<PaymentRow>[] = [
  { title: 'Дата', kind: 'date', value: ({ at }) => dayOf(at) },
  { title: 'Вид', kind: 'text', value: ({ isBack }) => (isBack ? 'Возврат' : 'Поступление') },
  { title: 'Способ', kind: 'text', value: ({ code }) => paymentName(code) },
  { title: 'Платёжная система', kind: 'text', value: ({ provider }) => provider },
  { title: 'Номер в системе', kind: 'text', value: ({ externalId }) => externalId },
  { title: 'Основание', kind: 'text', value: ({ orderId }) => (orderId === null ? 'Пополнение ЛС' : `Заказ № ${orderId}`) },
  { title: 'Платёж', kind: 'number', value: ({ paymentId }) => paymentId },
  { title: 'Сумма', kind: 'money', value: ({ amountKop }) => amountKop },
]; // prettier-ignore
const BONUSES: readonly ExportColumn<BonusRegisterRow>[] = [
  { title: 'Номер', kind: 'text', value: ({ consId }) => numberOf(consId) },
  { title: 'Кабинет', kind: 'number', value: ({ userId }) => userId },
  { title: 'Имя', kind: 'text', value: ({ name }) => name },
  { title: 'Бонус', kind: 'money', value: ({ bonusKop }) => bonusKop },
  { title: 'Лидерский бонус', kind: 'money', value: ({ leaderKop }) => leaderKop },
  { title: 'Перенос с прошлых месяцев', kind: 'money', value: ({ carryInKop }) => carryInKop },
  { title: 'Перенос дальше', kind: 'money', value: ({ carryOutKop }) => carryOutKop },
  { title: 'На КС', kind: 'money', value: (row) => row.bonusKop + row.leaderKop + row.carryInKop - row.carryOutKop },
  { title: 'Проведено', kind: 'date', value: ({ at }) => dayOf(at) },
  { title: 'Проводка', kind: 'number', value: ({ txId }) => txId },
]; // prettier-ignore
const BALANCES: readonly ExportColumn<BalanceRow>[] = [
  { title: 'Номер', kind: 'text', value: ({ consId }) => numberOf(consId) },
  { title: 'Кабинет', kind: 'number', value: ({ userId }) => userId },
  { title: 'Имя', kind: 'text', value: ({ name }) => name },
  { title: 'ЛС', kind: 'money', value: ({ lsKop }) => lsKop },
  { title: 'КС', kind: 'money', value: ({ ksKop }) => ksKop },
  { title: 'БС', kind: 'money', value: ({ bsKop }) => bsKop },
];

/** Registers for accounting, made while they are read (docs/product/money.md#books, docs/decisions/400). */
export function registersRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop;
  mountFile(app, shop, deskExportRegister, async ({ query: { kind, period, format = 'xlsx' }, reply, now }) => {
    const within = monthWithin(period);
    const made = `Составлен ${DAY.format(now)}, время московское`;
    const file = { name: `reestr_${kind}_${period}`, format };
    if (kind === 'payments')
      return sendTable(reply, {
        ...file,
        count: await countPayments(db, within),
        heading: [`Реестр платежей за ${periodWords(period)}`, made],
        columns: PAYMENTS,
        rows: paymentRows(db, within),
      });
    if (kind === 'bonuses')
      return sendTable(reply, {
        ...file,
        count: await countBonuses(db, period),
        heading: [`Реестр начислений за ${periodWords(period)}`, made],
        columns: BONUSES,
        rows: bonusRowsOf(db, period),
      });
    const till = within.till < now ? within.till : now;
    return sendTable(reply, {
      ...file,
      count: await countBalances(db, till),
      heading: [`Остатки на счетах людей на ${DAY.format(till < now ? new Date(till.getTime() - 1) : now)}`, made],
      columns: BALANCES,
      rows: balanceRows(db, till),
    });
  });
}

const AT_ONCE = 1000;
async function* balanceRows(db: Db, till: Date): AsyncGenerator<BalanceRow> {
  for (let after = 0, more = true; more;) {
    const rows = await findBalances(db, { till, after, limit: AT_ONCE });
    yield* rows;
    after = rows.at(-1)?.userId ?? after;
    more = rows.length === AT_ONCE;
  }
}
