import type { JournalLine } from '#contract/desk-audit.ts';

// The journal of the desk in words, on the page and in the file of it (docs/product/desk.md#journal).

const ACTS: Readonly<Record<string, string>> = {
  deskMarkPaid: 'Отмечен оплаченным',
  deskCancelOrder: 'Отменён заказ',
  deskRefundOrder: 'Возвращены деньги',
  deskSendLink: 'Отправлена ссылка',
  deskReturnReviewed: 'Возвращена неверная сумма',
  deskPlaceDraft: 'Оформлен по телефону',
  deskGoodwill: 'Деньги в знак извинения',
  deskReplacePieces: 'Заменён товар',
  deskRegisterParcel: 'Посылка оформлена у перевозчика',
  deskSettleRefund: 'Решён возврат',
  punktHandOver: 'Выдан заказ',
  punktSendBack: 'Отправлен на склад',
  punktShowPhone: 'Показан телефон',
  deskRenewCode: 'Новый код выдачи',
  deskApproveReturn: 'Возврат одобрен',
  deskRefuseReturn: 'Отказ в возврате',
  deskReceiveReturn: 'Принят товар по возврату',
  deskRefundReturn: 'Возвращены деньги по возврату',
  deskSetRights: 'Изменены роль и права',
  deskSetReadonly: 'Только просмотр',
  deskSetOperator: 'Изменён оператор пункта',
  deskMoveSponsor: 'Исправлен спонсор',
  deskCancelMove: 'Отменён перенос к спонсору',
  deskDecideWholesale: 'Решена заявка на опт',
  deskRecoverContact: 'Заменён потерянный адрес',
  deskMergeUsers: 'Объединены записи',
  deskApprovePeriod: 'Согласовано начисление',
  deskAnswerDispute: 'Отвечено о начислении',
  deskApplyImport: 'Записан файл поставщика',
  deskAskCorrection: 'Предложено исправление на счёте',
  deskDecideCorrection: 'Проведено исправление на счёте',
  deskRefuseCorrection: 'Отклонено исправление на счёте',
  deskPublishProducts: 'Изменён товар',
  deskSetProductPictures: 'Изменены картинки товара',
  deskAddCells: 'Добавлены ячейки',
  deskRenameCell: 'Переименована ячейка',
  deskRemoveCell: 'Убрана ячейка',
  deskPlaceProduct: 'Товар переложен',
  deskCloseBox: 'Закрыта коробка',
  deskStartPacking: 'Начата сборка',
  deskTakeParcel: 'Сборка перешла к другому',
  deskFinishParcel: 'Посылка собрана',
  deskReopenParcel: 'Посылка открыта снова',
  deskSplitParcel: 'Заказ разделён на посылки',
  deskSendParcel: 'Посылка отправлена',
  deskJoinDeferred: 'Собраны в одну посылку',
  deskHoldOrder: 'Заказ придержан',
  deskReleaseHold: 'Заказ отпущен',
  deskNoteOrder: 'Заметка к заказу',
  deskMarkReceived: 'Отмечен полученным',
  // Reports that staff or a blocked account has looked at, and their files.
  getInactive: 'Отчёт «Неактивные»',
  getActivity: 'Отчёт «Активность»',
  getRookies: 'Отчёт «Новички»',
  getBirthdays: 'Отчёт «Дни рождения»',
  getNewStatuses: 'Отчёт «Новые статусы»',
  searchNewStatuses: 'Отчёт «Новые статусы», поиск',
  getPersonalStat: 'Отчёт «Личная статистика»',
  getStructurePerson: 'Карточка в структуре',
  exportInactive: 'Файл «Неактивные»',
  exportInactiveInfo: 'Файл «Неактивные», подробно',
  exportActivityOf: 'Файл «Активность» ветки',
  exportActivity: 'Файл «Активность»',
  exportRookies: 'Файл «Новички»',
  exportBirthdays: 'Файл «Дни рождения»',
  exportNewStatuses: 'Файл «Новые статусы»',
};
/** An act that this version of the page does not know yet keeps its own name. */
export const actWords = (act: string): string => ACTS[act] ?? act;

type Value = string | string[] | null | undefined;
const words = (value: Value): string => {
  const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
  return text === '' ? 'нет' : text;
};
export type Difference = { name: string; was: string; became: string };
/** What was and what became, name by name. */
export function differenceOf({ before, after }: Pick<JournalLine, 'before' | 'after'>): Difference[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({ name, was: words(before?.[name]), became: words(after?.[name]) }));
}
