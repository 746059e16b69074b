import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { punktSendBack, punktShowPhone } from '#contract/counter.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { loadCardAtom, useCounterAct } from '#src/staff/punkt/counter.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import { formatPhone } from '#contract/phones.ts';
import styles from './Card.module.css';

type Props = { id: number; isOnline: boolean; onSentBack: () => void };

/** It has lain too long: call, or send it back. A telephone that was shown stands in the journal. */
export function LateActs({ id, isOnline, onSentBack }: Props) {
  const api = useAtomValue(apiAtom);
  const load = useSetAtom(loadCardAtom);
  const act = useCounterAct();
  const [phone, setPhone] = useState<string | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const [isSure, setSure] = useState(false);
  const doing = async (work: () => Promise<unknown>) => {
    setTold(null);
    await work().catch((error: unknown) => setTold(failureText(failureOf(error))));
  };
  const show = () => doing(async () => setPhone((await api.send(punktShowPhone, { body: { exp_id: id } })).phone));
  const sendBack = () =>
    doing(async () => {
      await act({ call: punktSendBack, ref: id, input: { body: { exp_id: id } } });
      await load(id);
      onSentBack();
    });
  return (
    <div className={styles.late}>
      {phone === null ? (
        <Button kind="soft" disabled={!isOnline} onClick={() => void show()}>
          <Icon name="phone" size={20} />
          Показать телефон
        </Button>
      ) : (
        <a className={buttonClass('soft')} href={`tel:${phone}`}>
          <Icon name="phone" size={20} />
          <span className="num">{formatPhone(phone)}</span>
        </a>
      )}
      <Button kind="line" disabled={!isOnline} onClick={() => (isSure ? void sendBack() : setSure(true))}>
        {isSure ? 'Точно вернуть на склад?' : 'Вернуть на склад'}
      </Button>
      <div role="alert">
        {told && (
          <Note kind="error" icon="alert">
            {told}
          </Note>
        )}
      </div>
    </div>
  );
}
