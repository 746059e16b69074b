import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { type DeskPerson, type DeskPoint, deskSetOperator } from '#contract/desk-users.ts';
import { findPointsAtom, usePersonAct } from '#src/staff/desk/users/desk-users.atoms.ts';
import { ReasonSheet } from '#src/staff/desk/users/ReasonSheet.tsx';
import { usePreview } from '#src/staff/desk/users/use-preview.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { Switch } from '#src/ui/Switch.tsx';
import styles from './DeskUser.module.css';

const keyOf = ({ type, id }: Pick<DeskPoint, 'type' | 'id'>): string => `${type} ${id}`;
const named = ({ name, address }: DeskPoint): string => `${address}, ${name}`;

/** Whether the person is an operator, and at which points. */
export function OperatorSheet({ card, onClose }: { card: DeskPerson; onClose: () => void }) {
  const { person } = card;
  const act = usePersonAct();
  const [isOperator, setOperator] = useState(person.is_operator || card.points.length > 0);
  const [chosen, setChosen] = useState<readonly DeskPoint[]>(card.points);
  return (
    <ReasonSheet
      title="Оператор пункта выдачи"
      word="Сохранить"
      done="Сохранено"
      onClose={onClose}
      send={(reason, onDoubt) => {
        const points = isOperator ? chosen.map(({ type, id }) => ({ type, id })) : [];
        const body = { user_id: person.id, version: person.version, reason, is_operator: isOperator, points };
        return act({ call: deskSetOperator, id: person.id, input: { body }, onDoubt });
      }}
    >
      {(errors) => (
        <>
          <Switch checked={isOperator} onChange={setOperator}>
            Работает оператором
          </Switch>
          {[...(errors['is_operator'] ?? []), ...(errors['points'] ?? [])].map((text) => (
            <p key={text} role="alert">
              {text}
            </p>
          ))}
          {isOperator && <Points chosen={chosen} onChange={setChosen} />}
        </>
      )}
    </ReasonSheet>
  );
}

type PointsProps = { chosen: readonly DeskPoint[]; onChange: (next: readonly DeskPoint[]) => void };
function Points({ chosen, onChange }: PointsProps) {
  const find = useSetAtom(findPointsAtom);
  const [q, setQ] = useState('');
  const { preview, ask } = usePreview<DeskPoint[]>();
  const look = () => void ask(() => find(q));
  const others =
    preview.state === 'there' ? preview.value.filter((one) => !chosen.some((had) => keyOf(had) === keyOf(one))) : [];
  const turn = (point: DeskPoint, isOn: boolean) =>
    onChange(isOn ? [...chosen, point] : chosen.filter((one) => keyOf(one) !== keyOf(point)));
  return (
    <>
      <div className={styles.find}>
        <Field label="Найти пункт" error={preview.state === 'failed' ? preview.text : undefined}>
          <TextInput
            type="search"
            value={q}
            maxLength={100}
            placeholder="Город или улица"
            onChange={({ target }) => setQ(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              look();
            }}
          />
        </Field>
        <Button kind="soft" onClick={look}>
          {preview.state === 'asking' ? 'Ищем…' : 'Найти'}
        </Button>
      </div>
      <fieldset className={styles.rights}>
        <legend>Пункты</legend>
        {chosen.length === 0 && <p className="small soft">Ни одного: выдавать будет нечего.</p>}
        {[...chosen, ...others].map((point) => (
          <Checkbox
            key={keyOf(point)}
            checked={chosen.some((one) => keyOf(one) === keyOf(point))}
            onChange={({ target }) => turn(point, target.checked)}
          >
            {named(point)}
          </Checkbox>
        ))}
      </fieldset>
      {preview.state === 'there' && preview.value.length === 0 && <p className="small soft">Таких пунктов нет.</p>}
    </>
  );
}
