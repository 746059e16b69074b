import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { Sponsor } from '#contract/session.ts';
import { consNumberOf } from '#src/features/session/register-form.rules.ts';
import { findConsultantAtom } from '#src/features/session/registration.atoms.ts';
import { FormText } from '#src/ui/form/FormParts.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './Registration.module.css';

/** Whose number it is; `null`: nobody's. */
type Looked = { number: number; who: Sponsor | null };
export const NOBODY = 'Действующего консультанта с таким номером нет. Проверьте цифры или оставьте поле пустым';
const WHOLE = 8;

/**
 * Who is meant by the number that is typed. Asked when it is whole or left: whoever types is shown one person, not each of those
 * whose numbers they pass. Without an answer nothing is said; the shop judges the number at the end.
 */
export function useConsultant() {
  const find = useSetAtom(findConsultantAtom);
  const [looked, setLooked] = useState<Looked | null>(null);
  const look = async (typed: string): Promise<Looked | null> => {
    const number = consNumberOf(typed);
    if (number === null) return null;
    if (looked?.number === number) return looked;
    const who = await find(number);
    if (who === undefined) return null;
    const found = { number, who };
    setLooked(found);
    return found;
  };
  return { looked, look };
}

type Props = { typed: string; consultant: ReturnType<typeof useConsultant>; onClear: () => void };
/** «Номер консультанта, если знаете»: the person is shown by name, so that nobody comes to a stranger by a slip of a digit. */
export function ConsultantField({ typed, consultant: { looked, look }, onClear }: Props) {
  const shown = looked !== null && looked.number === consNumberOf(typed) ? looked : null;
  return (
    <div className={styles.number}>
      <FormText
        name="sponsor_number"
        label="Номер консультанта, если знаете"
        hint={'Вас никто не приглашал? Оставьте пустым: кабинет привяжем к\u00a0компании'}
        placeholder="01000157"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        onBlur={() => void look(typed)}
        onKeyUp={({ currentTarget: { value } }) => {
          if (value.trim().length >= WHOLE) void look(value);
        }}
      />
      <output className={styles.who}>
        {shown?.who && (
          <span className={styles.found}>
            <Icon name="check" size={20} />
            <span>
              Нашли: <b>{shown.who.name}</b>
              {shown.who.city && `, ${shown.who.city}`}
            </span>
          </span>
        )}
        {shown !== null && shown.who === null && <span className="small soft">{NOBODY}</span>}
      </output>
      {shown?.who && <NotThem onClick={onClear} />}
    </div>
  );
}

/** A number mistyped, a link of a chat, a phone that was lent. */
export const NotThem = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className={`link ${styles.other}`} onClick={onClick}>
    Это не тот человек
  </button>
);
