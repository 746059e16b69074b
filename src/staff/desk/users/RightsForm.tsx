import { useState } from 'react';
import { type DeskPerson, deskSetRights } from '#contract/desk-users.ts';
import { ROLE_WORDS } from '#contract/right-words.ts';
import type { Role } from '#contract/roles.ts';
import { usePersonAct } from '#src/staff/desk/users/desk-users.atoms.ts';
import { boxesOf, chosenFor } from '#src/staff/desk/users/desk-users.rules.ts';
import { ReasonSheet } from '#src/staff/desk/users/ReasonSheet.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Select } from '#src/ui/Select.tsx';
import styles from './DeskUser.module.css';

/** Role and rights, saved together with a reason. For another version of the card it is another component (`key`). */
export function RightsForm({ card, off }: { card: DeskPerson; off: boolean }) {
  const { person } = card;
  const [role, setRole] = useState<Role>(person.role);
  const [chosen, setChosen] = useState<readonly string[]>(card.permissions);
  const [isOpen, setOpen] = useState(false);
  const act = usePersonAct();
  const boxes = boxesOf(card, role, chosen);
  const isChanged = role !== person.role || !sameSet(chosen, card.permissions);
  const isClosed = card.closed !== null;
  const turn = (name: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, name] : chosen.filter((one) => one !== name));
  return (
    <section className={`card ${styles.box}`} aria-labelledby="user-rights">
      <h2 id="user-rights">Роль и права</h2>
      {isClosed || card.is_self || card.roles.length === 1 ? (
        <p>
          Роль: <b>{ROLE_WORDS[person.role]}</b>
          {!isClosed && !card.is_self && <span className={`small soft ${styles.line}`}>{whyOneRole(person.role)}</span>}
        </p>
      ) : (
        <Field label="Роль">
          <Select
            value={role}
            onChange={({ target }) => {
              const next = target.value as Role;
              setRole(next);
              setChosen(
                next === person.role
                  ? card.permissions
                  : chosenFor(next, { role: person.role, permissions: card.permissions }),
              );
            }}
          >
            {card.roles.map((one) => (
              <option key={one} value={one}>
                {ROLE_WORDS[one]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Boxes
        title="В хозяйстве"
        boxes={boxes.filter(({ name }) => name.startsWith('desk.'))}
        isClosed={isClosed}
        onTurn={turn}
      />
      <Boxes
        title="В магазине"
        boxes={boxes.filter(({ name }) => !name.startsWith('desk.'))}
        isClosed={isClosed}
        onTurn={turn}
      />
      {person.readonly && (
        <p className="small soft">Корзина, заказы и хозяйство закрыты, пока включён «Только просмотр».</p>
      )}
      {card.is_self && (
        <p className="small soft" id="user-self">
          Снять право назначать права с себя нельзя: это сделает другой сотрудник.
        </p>
      )}
      {!isClosed && (
        <Button
          kind="leaf"
          className={styles.save}
          disabled={off || !isChanged}
          aria-describedby={off ? 'user-offline' : isChanged ? undefined : 'user-same'}
          onClick={() => setOpen(true)}
        >
          Сохранить права
        </Button>
      )}
      {!isClosed && !isChanged && (
        <p id="user-same" className="small mute">
          Отметьте или снимите право, чтобы сохранить.
        </p>
      )}
      {isOpen && (
        <ReasonSheet
          title={`Права: ${person.name}`}
          word="Сохранить права"
          done="Права сохранены"
          onClose={() => setOpen(false)}
          send={(reason, onDoubt) =>
            act({
              call: deskSetRights,
              id: person.id,
              input: { body: { user_id: person.id, version: person.version, reason, role, permissions: [...chosen] } },
              onDoubt,
            })
          }
        >
          {(errors) => (
            <Changes
              before={card.permissions}
              after={chosen}
              role={role}
              card={card}
              faults={errors['role'] ?? errors['permissions']}
            />
          )}
        </ReasonSheet>
      )}
    </section>
  );
}

type BoxesProps = {
  title: string;
  boxes: ReturnType<typeof boxesOf>;
  isClosed: boolean;
  onTurn: (name: string, isOn: boolean) => void;
};
const Boxes = ({ title, boxes, isClosed, onTurn }: BoxesProps) => (
  <fieldset className={styles.rights}>
    <legend>{title}</legend>
    {boxes.map(({ name, title: word, isOn, fixed }) => (
      <Checkbox
        key={name}
        checked={isOn}
        disabled={isClosed || fixed !== null}
        onChange={({ target }) => onTurn(name, target.checked)}
      >
        {word}
        {fixed !== null && !isClosed && <span className="small mute">{fixed}</span>}
      </Checkbox>
    ))}
  </fieldset>
);

type ChangesProps = {
  before: readonly string[];
  after: readonly string[];
  role: Role;
  card: DeskPerson;
  faults: readonly string[] | undefined;
};
/** What the save would do, in words, before it is done. */
function Changes({ before, after, role, card, faults }: ChangesProps) {
  const words = (names: readonly string[]): string =>
    boxesOf(card, role, names)
      .filter(({ name }) => names.includes(name))
      .map(({ title }) => title)
      .join(', ');
  const given = words(after.filter((name) => !before.includes(name)));
  const taken = words(before.filter((name) => !after.includes(name)));
  return (
    <>
      {role !== card.person.role && (
        <p>
          Роль: {ROLE_WORDS[card.person.role]} → <b>{ROLE_WORDS[role]}</b>
        </p>
      )}
      {given !== '' && <p>Добавится: {given}</p>}
      {taken !== '' && <p>Снимется: {taken}</p>}
      {faults?.map((text) => (
        <p key={text} role="alert">
          {text}
        </p>
      ))}
    </>
  );
}

const whyOneRole = (role: Role): string =>
  role === 'cons'
    ? 'Консультант остаётся консультантом, пока под ним есть люди или не закрыт месяц с его баллами.'
    : 'Роль изменится, когда человек подтвердит адрес кодом.';
const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));
