import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { formatPhone } from '#contract/phones.ts';
import type { StructurePerson } from '#contract/structure.ts';
import { loadPersonAtom, personAtom } from '#src/features/structure/structure.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { formatNumber, formatTenths, pluralOf } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Structure.module.css';

type Props = {
  id: number;
  /** The tree behind it is of another month than the volumes here. */
  isOfAnotherMonth: boolean;
  onClose: () => void;
  onPath: (path: readonly number[]) => void;
};

/** Who it is: place, volumes of the open month, contacts if the person has allowed it. */
export function PersonSheet({ id, isOfAnotherMonth, onClose, onPath }: Props) {
  const { data, failure } = useAtomValue(personAtom)(id);
  const load = useSetAtom(loadPersonAtom);
  useEffect(() => void load(id), [load, id]);
  return (
    <Sheet open onClose={onClose} title={data?.person.name ?? 'Человек структуры'}>
      {data && (
        <>
          <p className="small soft">{data.parents.map(({ name }) => name).join(' › ')}</p>
          {isOfAnotherMonth && <p className="small soft">Объёмы открытого месяца</p>}
          <Facts person={data.person} />
          <Contacts person={data.person} />
          <div className={styles.acts}>
            {data.person.phone && (
              <a className={buttonClass('leaf')} href={`tel:${data.person.phone}`}>
                <Icon name="phone" size={20} />
                Позвонить
              </a>
            )}
            <Button kind="line" onClick={() => onPath(data.parents.map((one) => one.id))}>
              Показать в дереве
            </Button>
            {data.person.people > 0 && (
              <Link className={buttonClass('line')} href={`/user/reports/activity?node=${id}`}>
                Ветка таблицей
              </Link>
            )}
          </div>
        </>
      )}
      {!data && !failure && <Skeleton height={160} />}
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon="alert">
          <span role="alert">{failureText(failure)}</span>
        </Note>
      )}
    </Sheet>
  );
}
const periods = (count: number): string => `${formatNumber(count)} ${pluralOf(count, { one: 'период', few: 'периода', many: 'периодов', other: 'периода' })}`; // prettier-ignore
const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayWords = (iso: string): string => day.format(new Date(`${iso}T00:00:00Z`)).replace(/\s*г\.$/, '');

const Facts = ({ person }: { person: StructurePerson }) => (
  <div className={styles.facts}>
    <p>
      <span className="num">{person.cons_id}</span>, {person.line}-я линия
      {person.city === null ? '' : `, ${person.city}`}
    </p>
    <Lead name="Звание" value={person.title} />
    <Lead name="Наставник" value={person.sponsor ?? '—'} />
    <Lead name="Личный объём, ЛО" value={<b className="num">{formatTenths(person.own)}</b>} />
    <Lead name="Групповой объём, ГО" value={<b className="num">{formatTenths(person.group)}</b>} />
    <Lead name="В структуре" value={formatNumber(person.people)} />
    {person.silent > 0 && (
      <Lead name="Без активности" value={person.silent > 12 ? 'больше года' : periods(person.silent)} />
    )}
    <Lead name="Последний заказ" value={person.last_order === null ? 'не было' : dayWords(person.last_order)} />
    <Lead name="С нами" value={`с ${dayWords(person.registered)}`} />
  </div>
);

const Contacts = ({ person }: { person: StructurePerson }) =>
  person.phone === null && person.email === null ? (
    <Note icon="lock">Контакты видны консультанту человека, если человек это разрешил в своём кабинете.</Note>
  ) : (
    <p className={styles.contacts}>
      {person.phone && (
        <a className="link num" href={`tel:${person.phone}`}>
          {formatPhone(person.phone)}
        </a>
      )}
      {person.email && (
        <a className="link" href={`mailto:${person.email}`}>
          {person.email}
        </a>
      )}
    </p>
  );
