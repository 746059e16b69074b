import { useState } from 'react';
import type { DeskOrder } from '#contract/desk-orders.ts';
import type { DeskParcel } from '#contract/parcels.ts';
import { formatPhone } from '#contract/phones.ts';
import { SELLER } from '#contract/content.ts';
import { byShelf } from '#src/staff/desk/orders/parcels.rules.ts';
import { QrCode } from '#src/staff/desk/parts/QrCode.tsx';
import { PrintSheet } from '#src/staff/desk/parts/PrintSheet.tsx';
import { Button } from '#src/ui/Button.tsx';
import { formatWeight, numberWords } from '#src/ui/format.ts';
import styles from '../parts/PrintSheet.module.css';

type Props = { order: DeskOrder['order']; parcel: DeskParcel };

/** The two papers of a parcel: the list to walk the shelves with, and the label with its code. */
export function ParcelPapers({ order, parcel }: Props) {
  const [paper, setPaper] = useState<'list' | 'label' | null>(null);
  return (
    <>
      <Button kind="quiet" onClick={() => setPaper('list')}>
        Лист сборки
      </Button>
      <Button kind="quiet" onClick={() => setPaper('label')}>
        Наклейка
      </Button>
      {paper && (
        <PrintSheet key={paper} onDone={() => setPaper(null)}>
          {paper === 'list' ? <PickingList order={order} parcel={parcel} /> : <Label order={order} parcel={parcel} />}
        </PrintSheet>
      )}
    </>
  );
}

export const PickingList = ({ order, parcel }: Props) => (
  <>
    <p className={styles.big}>
      Лист сборки {parcel.code}, заказ {numberWords(order.id)}
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Полка</th>
          <th scope="col">Место</th>
          <th scope="col">Код</th>
          <th scope="col">Название</th>
          <th scope="col">Штук</th>
          <th scope="col">Взято</th>
        </tr>
      </thead>
      <tbody>
        {byShelf(parcel.lines).flatMap(({ shelf, lines }) =>
          lines.map(({ line_id: id, code, title, place, pieces }, i) => (
            <tr key={id}>
              <td>{i === 0 && (shelf ?? 'Без места')}</td>
              <td>{place?.cell}</td>
              <td>{code}</td>
              <td>{title}</td>
              <td>{pieces}</td>
              <td>☐</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
    {order.carries.length > 0 && <p>Внутрь: посылки заказов {order.carries.map(numberWords).join(', ')}</p>}
    {order.comment && <p>Комментарий покупателя: {order.comment}</p>}
  </>
);

export const Label = ({ order, parcel }: Props) => (
  <div className={styles.label}>
    <div>
      <p>Кому</p>
      <p className={styles.big}>{order.recipient.name}</p>
      <p>{formatPhone(order.recipient.phone)}</p>
      <p>{[order.delivery.name, order.address.full].filter(Boolean).join(', ')}</p>
      {order.address.note && <p>Курьеру: {order.address.note}</p>}
    </div>
    <QrCode text={parcel.code} />
    <div>
      <p>От кого</p>
      <p>
        {SELLER.name}, {SELLER.address}
      </p>
    </div>
    <div>
      <p className={styles.big}>{parcel.code}</p>
      {parcel.weight !== null && <p>{formatWeight(parcel.weight)}</p>}
      {parcel.track && <p>{parcel.track}</p>}
    </div>
  </div>
);
