import { SELLER } from '#contract/content.ts';
import type { DeskBox } from '#contract/desk-shelves.ts';
import { QrCode } from '#src/staff/desk/parts/QrCode.tsx';
import { weightWords } from '#src/staff/desk/warehouse/warehouse.words.ts';
import styles from '../parts/PrintSheet.module.css';

/** What is glued onto a box, and the list that lies in it: names of people stay inside. */
export const BoxLabel = ({ box: { code, to, weight, parcels } }: { box: DeskBox }) => (
  <>
    <div className={styles.label}>
      <div>
        <p>Куда</p>
        <p className={styles.big}>{to}</p>
        <p>
          Посылок: {parcels.length}, {weightWords(weight)}
        </p>
      </div>
      <QrCode text={code} />
      <div>
        <p>От кого</p>
        <p>
          {SELLER.name}, {SELLER.address}
        </p>
      </div>
      <p className={styles.big}>{code}</p>
    </div>
    <p className={styles.big}>Опись коробки {code}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">Посылка</th>
          <th scope="col">Штук</th>
          <th scope="col">Принято</th>
        </tr>
      </thead>
      <tbody>
        {parcels.map((one) => (
          <tr key={one.code}>
            <td>{one.code}</td>
            <td>{one.pieces}</td>
            <td>☐</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);
