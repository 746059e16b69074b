import { useAtomValue, useStore } from 'jotai';
import { use, useState } from 'react';
import type { DeliveryGroup } from '#contract/delivery-types.ts';
import {
  boardAtom,
  currentWayAtom,
  draftAtom,
  groupsAtom,
  noPricesAtom,
  quotedAtom,
  writeDraftAtom,
} from '#src/features/checkout/checkout.atoms.ts';
import type { ChosenPoint } from '#src/features/checkout/checkout.types.ts';
import { DoorFields } from '#src/features/checkout/DoorFields.tsx';
import { IndexField } from '#src/features/checkout/IndexField.tsx';
import { PlaceField } from '#src/features/checkout/PlaceField.tsx';
import { PointPickerSlot } from '#src/features/checkout/slots.ts';
import { quote } from '#src/features/checkout/quote.ts';
import { StepError } from '#src/features/checkout/StepError.tsx';
import { isOpenWay, type Way, type WayGroup, wayKey } from '#src/features/checkout/ways.ts';
import { WayRow } from '#src/features/checkout/WayRow.tsx';
import { choiceOf, isToDoor } from '#contract/delivery-types.ts';
import { formatMoney, NBSP } from '#src/ui/format.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Delivery.module.css';
import parts from './StepParts.module.css';

const ICONS: Record<DeliveryGroup, IconName> = {
  pickup: 'store',
  courier: 'truck',
  post: 'mail',
  freight: 'box',
  deferred: 'clock',
};

type Props = {
  error?: string | undefined;
  flatError?: readonly string[] | undefined;
  onFix: (field: string) => void;
  onEnter: () => void;
};
export function DeliveryStep({ error, flatError, onFix, onEnter }: Props) {
  const { get, set } = useStore();
  const pickPoint = use(PointPickerSlot);
  const draft = useAtomValue(draftAtom);
  const groups = useAtomValue(groupsAtom);
  const current = useAtomValue(currentWayAtom);
  const noPrices = useAtomValue(noPricesAtom);
  const [opened, setOpened] = useState<DeliveryGroup | 'none' | null>(null);
  const [picked, setPicked] = useState<Way | null>(null);
  if (!draft) return null;
  const ofCurrent = groups.find(({ ways }) => ways.some(({ key }) => key === current?.key))?.id;
  const open = opened ?? ofCurrent ?? groups[0]?.id;

  const choose = (way: Way) => {
    set(writeDraftAtom, { way: { type: way.type, mode: way.mode } });
    if (way.mode === 'gate' && way.canPick && !way.point) setPicked(way);
    else void quote(get, set, { types: [way.type] });
  };
  const take = (way: Way, point: ChosenPoint) => {
    set(writeDraftAtom, { way: { type: way.type, mode: 'gate' }, points: { ...draft.points, [way.type]: point } });
    setPicked(null);
    void quote(get, set, { types: [way.type] });
  };
  return (
    <div className={parts.step}>
      <PlaceField error={draft.place ? undefined : error} />
      {draft.place && (
        <>
          <QuoteNotes />
          <output id="delivery-no-prices">
            {noPrices !== null && (
              <Note>
                Стоимость доставки пока не{NBSP}посчитать. {noPrices}{' '}
                <button
                  type="button"
                  className={`${parts.link} ${styles.near}`}
                  onClick={() => void quote(get, set, { force: true })}
                >
                  Повторить
                </button>
              </Note>
            )}
          </output>
          <StepError id="delivery-error" text={error} />
          <fieldset
            className={`card ${styles.groups}`}
            role="radiogroup"
            aria-label="Способ доставки"
            aria-describedby="delivery-error"
          >
            {groups.map((group) => (
              <section key={group.id} className={styles.group}>
                <GroupHead
                  group={group}
                  chosen={group.id === ofCurrent ? current : null}
                  isOpen={open === group.id}
                  onToggle={() => setOpened(open === group.id ? 'none' : group.id)}
                />
                <ul hidden={open !== group.id}>
                  {group.ways.map((way) => (
                    <WayRow
                      key={way.key}
                      way={way}
                      isTold={noPrices !== null}
                      isChosen={draft.way !== null && way.key === wayKey(draft.way.type, draft.way.mode)}
                      onChoose={() => isOpenWay(way) && choose(way)}
                      onPick={() => setPicked(way)}
                      onRetry={() => void quote(get, set, { types: [way.type], force: true })}
                    >
                      {asksIndex(way) && <IndexField />}
                      {way.state === 'success' && isToDoor(way.type, way.mode === 'gate') && (
                        <DoorFields error={flatError} onFix={() => onFix('flat')} onEnter={onEnter} />
                      )}
                    </WayRow>
                  ))}
                </ul>
              </section>
            ))}
          </fieldset>
        </>
      )}
      {picked &&
        draft.place &&
        pickPoint({
          way: picked,
          place: draft.place,
          chosen: draft.points[picked.type]?.id ?? null,
          onTake: (point) => take(picked, point),
          onClose: () => setPicked(null),
        })}
    </div>
  );
}

const asksIndex = ({ type, state }: Way): boolean =>
  state === 'need_choose' && (choiceOf(type) === 'index' || choiceOf(type) === 'index_or_gate');

type HeadProps = { group: WayGroup; chosen: Way | null; isOpen: boolean; onToggle: () => void };
function GroupHead({ group, chosen, isOpen, onToggle }: HeadProps) {
  const price = chosen?.cost ?? group.from;
  const words =
    group.isPaidThere || price === null
      ? ''
      : chosen || !group.isFrom
        ? formatMoney(price)
        : `от${NBSP}${formatMoney(price)}`;
  return (
    <button
      type="button"
      className={`${styles.head} ${chosen ? styles.on : ''}`}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Icon name={ICONS[group.id]} />
      <span>
        <Lead name={<b>{group.title}</b>} value={words} />
        <span className="small mute">
          {chosen ? `Выбрано: ${chosen.name}${chosen.point ? `, ${chosen.point.address}` : ''}` : namesOf(group)}
        </span>
      </span>
      <Icon name="down" size={20} />
    </button>
  );
}
/** Beside the group's own name its words are not said again. */
function namesOf({ id, title, ways }: WayGroup): string {
  if (id === 'deferred') return ways[0]?.hint ?? '';
  const names = ways.map(({ name }) =>
    name === title
      ? 'Обычная посылка'
      : name
          .replace(`${title} — `, '')
          .replace(/^ТК «(.+)»$/, '$1')
          .replace(', пункт', ''),
  );
  return `${id === 'freight' ? 'Оплата при получении. ' : ''}${names.join(', ')}`;
}

/** Where the prices come from, when it is not the shop a moment ago; what is left to a free delivery. */
function QuoteNotes() {
  const quoted = useAtomValue(quotedAtom);
  const { rows } = useAtomValue(boardAtom);
  const free = rows.find(({ notice }) => notice === 'Бесплатная доставка для пункта выдачи');
  if (free)
    return (
      <Note kind="leaf" icon="check">
        {free.notice}
      </Note>
    );
  if (!quoted || quoted.from === 'shop') return null;
  return (
    <Note icon="offline">
      {quoted.from === 'kept' && quoted.at
        ? `Нет сети. Расчёт от ${stamp(quoted.at)}.`
        : 'Нет сети. Цены предварительно, по нашему тарифу.'}{' '}
      Проверим при заказе.
    </Note>
  );
}
const day = new Intl.DateTimeFormat('ru-RU', { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' });
const stamp = (iso: string): string => day.format(new Date(iso)).replace(',', '');
