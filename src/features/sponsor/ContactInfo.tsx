import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { formatPhone } from '#contract/phones.ts';
import type { Sponsor } from '#contract/session.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { CallForm } from '#src/features/sponsor/CallForm.tsx';
import { askContactAtom } from '#src/features/sponsor/contact.atoms.ts';
import { sponsorAtom } from '#src/features/sponsor/sponsor.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormWords } from '#src/ui/form/FormParts.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './ContactInfo.module.css';

type Props = {
  /** What is asked about; null when it is nothing in particular. */
  productId?: number | null;
  onClose: () => void;
};

/** Who answers: name, city, and the contacts they show; below it «Позвать консультанта» (docs/product/people.md#call). */
export function ContactInfo({ productId = null, onClose }: Props) {
  const [state, setState] = useState<'card' | 'call' | 'sent'>('card');
  const [words, setWords] = useState('');
  const toast = useSetAtom(showToastAtom);
  const contact = useContact(() => {
    // Whoever is writing already goes on: the form needs no card.
    if (state !== 'card') return;
    toast({ text: MESSAGES.serviceDown });
    onClose();
  });
  const whom = !contact || contact.is_house ? null : contact.name;
  if (state === 'sent')
    return (
      <Sheet open onClose={onClose} title="Готово" hideTitle>
        <FormWords>
          <output className={styles.sent}>
            <Icon name="check" size={30} />
            <b>{words}</b>
            <span className="soft">Спасибо! {whom ?? 'Консультант'} свяжется с вами в рабочее время.</span>
          </output>
          <Button kind="leaf" size="lg" wide onClick={onClose}>
            Хорошо
          </Button>
        </FormWords>
      </Sheet>
    );
  if (state === 'call')
    return (
      <Sheet open onClose={onClose} title="Позвать консультанта">
        <CallForm
          productId={productId}
          lead={leadOf(contact)}
          onSent={(text) => {
            setWords(text);
            setState('sent');
          }}
        />
      </Sheet>
    );
  return (
    <Sheet open onClose={onClose} title={titleOf(contact)}>
      <FormWords>
        {contact === undefined ? (
          <div aria-busy="true">
            <Skeleton height={64} radius={12} />
          </div>
        ) : (
          <Card contact={contact} />
        )}
        <Button kind="leaf" size="lg" wide onClick={() => setState('call')}>
          Позвать консультанта
        </Button>
      </FormWords>
    </Sheet>
  );
}

/** `undefined` while nobody knows who answers; null for nobody but the shop. */
type Contact = Sponsor | null | undefined;
function titleOf(contact: Contact): string {
  if (contact === undefined) return 'Консультант';
  return contact === null || contact.is_house ? 'Консультант магазина' : 'Ваш консультант';
}
function leadOf(contact: Contact): string {
  if (contact === undefined) return 'Консультант перезвонит в рабочее время.';
  if (contact === null || contact.is_house) return 'Консультант магазина. Перезвонит в рабочее время.';
  return `${[contact.name, contact.city].filter(Boolean).join(', ')}. Перезвонит в рабочее время.`;
}

/** Without a signal the one that the phone remembers; `onFail` when the shop does not answer. */
function useContact(onFail: () => void): Contact {
  const remembered = useAtomValue(sponsorAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const ask = useSetAtom(askContactAtom);
  const [contact, setContact] = useState<Sponsor>();
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    if (!isOnline) return undefined;
    let isLeft = false;
    ask().then(
      (answer) => isLeft || setContact(answer),
      () => isLeft || fail(),
    );
    return () => {
      isLeft = true;
    };
    // Asked once, when it is opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return contact ?? (isOnline ? undefined : remembered);
}

function Card({ contact }: { contact: Sponsor | null }) {
  if (contact === null || contact.is_house)
    return <p className="soft">Отвечаем на вопросы о составе, применении и заказах. Оставьте телефон, перезвоним.</p>;
  const { name, cons_id: consId, city, status, phone, email } = contact;
  return (
    <div className={styles.card}>
      <p className={styles.name}>
        {name} <span className="soft num">{consId}</span>
      </p>
      <p className="small soft">{[status, city].filter(Boolean).join(', ')}</p>
      {phone && (
        <a className="link" href={`tel:${phone}`}>
          <Icon name="phone" size={18} /> <span className="num">{formatPhone(phone)}</span>
        </a>
      )}
      {email && (
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
      )}
      {!phone && !email && (
        <p className="small soft">
          Телефон виден, когда вы вошли и{'\u00a0'}консультант разрешил показывать его клиентам.
        </p>
      )}
    </div>
  );
}
