import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { countryOfPhone, NUMBERING } from '#contract/phone-numbers.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { findBuyerAtom } from '#src/staff/desk/drafts/desk-drafts.atoms.ts';
import type { BoxProps } from '#src/staff/desk/drafts/use-draft.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import type { Country } from '#src/ui/phone/phone.types.ts';
import { PhoneInput } from '#src/ui/phone/PhoneInput.tsx';
import styles from './Drafts.module.css';

/** Who gets it, and whose cabinet it belongs to: the cabinet decides the prices. */
export function BuyerBox({ draft, fields, errors, edit }: BoxProps) {
  const [country, setCountry] = useState<Country>(() => countryOfPhone(fields.phone));
  const [fault, setFault] = useState<string | null>(null);
  return (
    <section className={`card ${styles.box}`} aria-labelledby="draft-buyer">
      <h2 id="draft-buyer">Покупатель</h2>
      <Cabinet draft={draft} fields={fields} errors={errors} edit={edit} />
      <Field label="Имя и фамилия" required error={errors['name']}>
        <TextInput
          autoComplete="off"
          value={fields.name}
          maxLength={40}
          onChange={(event) => edit({ name: event.target.value })}
        />
      </Field>
      <div className={styles.pair}>
        <Field label="Телефон" required error={errors['phone']?.[0] ?? fault}>
          <PhoneInput
            autoComplete="off"
            numbering={NUMBERING}
            country={country}
            phone={fields.phone}
            onChange={(next) => {
              setFault(null);
              setCountry(next.country);
              edit({ phone: next.phone });
            }}
            onForeign={() => setFault('Этого кода нет среди стран магазина. Выберите страну из списка')}
          />
        </Field>
        <Field label="Эл. почта" error={errors['email']} hint="Сюда придёт ссылка. Без почты — сообщением на телефон">
          <TextInput
            type="email"
            autoComplete="off"
            value={fields.email}
            maxLength={200}
            onChange={(event) => edit({ email: event.target.value })}
          />
        </Field>
      </div>
    </section>
  );
}

function Cabinet({ draft, fields, errors, edit }: BoxProps) {
  const find = useSetAtom(findBuyerAtom);
  const [q, setQ] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const look = async () => {
    if (q.trim().length < 3) return setSaid('Введите целиком телефон, e-mail или номер консультанта');
    try {
      const found = await find(q.trim());
      if (!found) return setSaid('Такого кабинета нет. Заказ можно оформить как гостю');
      setSaid(null);
      setQ('');
      return edit({
        buyer_id: found.id,
        name: fields.name || found.name,
        phone: fields.phone || (found.phone ?? ''),
        email: fields.email || (found.email ?? ''),
      });
    } catch (error) {
      const failure = failureOf(error);
      const words = failure.kind === 'refused' ? failure.refusal.errors?.['q']?.[0] : undefined;
      return setSaid(words ?? failureText(failure));
    }
  };
  if (fields.buyer_id !== null)
    return (
      <div className={styles.cabinet}>
        <p>
          <b>{draft.buyer?.name ?? 'Кабинет выбран'}</b>
          <span className="small soft">
            {draft.buyer?.price_type === 1 ? 'Цены и баллы консультанта' : 'Цены для клиента'}
          </span>
          {errors['buyer_id'] && <span className={`small ${styles.fault}`}>{errors['buyer_id'][0]}</span>}
        </p>
        <Button kind="line" onClick={() => edit({ buyer_id: null })}>
          Без кабинета
        </Button>
      </div>
    );
  return (
    <div className={styles.find}>
      <Field
        label="Кабинет покупателя"
        error={said}
        hint="Целый телефон, e-mail или номер консультанта. Без кабинета заказ будет гостевым"
      >
        <TextInput
          autoComplete="off"
          value={q}
          maxLength={200}
          onChange={(event) => {
            setQ(event.target.value);
            setSaid(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void look();
          }}
        />
      </Field>
      <Button kind="line" onClick={() => void look()}>
        Найти кабинет
      </Button>
    </div>
  );
}
