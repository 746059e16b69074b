import { useAtomValue } from 'jotai';
import { birthdaysAtom, inactiveAtom, rookiesAtom, statusesAtom } from '#src/features/business/business.atoms.ts';
import {
  comingBirthdays,
  newPeople,
  reportAddress,
  risenPeople,
  silentPeople,
  type Today,
} from '#src/features/business/business.words.ts';
import { ShortList } from '#src/features/business/ShortList.tsx';
import { formatNumber } from '#src/ui/format.ts';
import styles from './Business.module.css';

/** Birthdays and whoever has fallen silent, of the own first line. */
export function Calls({ today }: { today: Today }) {
  const birthdays = useAtomValue(birthdaysAtom);
  const inactive = useAtomValue(inactiveAtom);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="calls">
      <h2 id="calls">Кому позвонить сегодня</h2>
      <h3>Дни рождения</h3>
      <ShortList
        people={birthdays.data && comingBirthdays(birthdays.data.items, today)}
        failure={birthdays.failure}
        empty="До конца месяца дней рождения в первой линии нет."
        href={reportAddress('birthdays')}
        more="Все дни рождения месяца"
      />
      <h3>Ждут звонка</h3>
      <ShortList
        people={inactive.data && silentPeople(inactive.data.items, today)}
        failure={inactive.failure}
        empty="В первой линии активны все."
        href={reportAddress('inactive')}
        more={inactive.data ? `Все неактивные: ${formatNumber(inactive.data.total)}` : 'Все неактивные'}
      />
    </section>
  );
}

/** Whoever came in the last three periods. */
export function Newcomers({ today }: { today: Today }) {
  const { data, failure } = useAtomValue(rookiesAtom);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="newcomers">
      <h2 id="newcomers">Новички</h2>
      <ShortList
        people={data && newPeople(data.items, today)}
        failure={failure}
        empty="За последние три периода никто не пришёл. Пришлите ссылку тому, кто спрашивал о продукции."
        href={reportAddress('rookie')}
        more={data ? `Все новички: ${formatNumber(data.total)}` : 'Все новички'}
      />
    </section>
  );
}

/** Whom to congratulate: people of the structure whose status has grown; nothing in its place while there are none. */
export function Risen() {
  const { data } = useAtomValue(statusesAtom);
  if (!data || data.total === 0) return null;
  return (
    <section className={`card ${styles.card}`} aria-labelledby="risen">
      <h2 id="risen">Кого поздравить с новым статусом</h2>
      <ShortList
        people={risenPeople(data.items)}
        failure={null}
        empty=""
        href={reportAddress('new-statuses')}
        more={`Все новые статусы: ${formatNumber(data.total)}`}
      />
    </section>
  );
}
