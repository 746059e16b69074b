import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { CallReply } from '#contract/call.ts';
import { deskMoveSponsor, type DeskPerson, type deskPreviewSponsor } from '#contract/desk-users.ts';
import { previewSponsorAtom, usePersonAct } from '#src/staff/desk/users/desk-users.atoms.ts';
import { sinceMonth } from '#src/staff/desk/users/desk-users.words.ts';
import { ReasonSheet } from '#src/staff/desk/users/ReasonSheet.tsx';
import { usePreview } from '#src/staff/desk/users/use-preview.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import styles from './DeskUser.module.css';

type Shown = CallReply<typeof deskPreviewSponsor>;
/** Another sponsor: who goes along and when is seen before it can be asked for. */
export function SponsorSheet({ card: { person }, onClose }: { card: DeskPerson; onClose: () => void }) {
  const act = usePersonAct();
  const find = useSetAtom(previewSponsorAtom);
  const [number, setNumber] = useState('');
  const { preview, ask, forget } = usePreview<Shown>();
  const look = () => void ask(() => find({ user_id: person.id, sponsor: number.trim() }));
  return (
    <ReasonSheet
      title="Другой спонсор"
      word="Перенести"
      done="Перенос записан"
      isBlocked={preview.state !== 'there'}
      onClose={onClose}
      send={(reason, onDoubt) => {
        const body = { user_id: person.id, version: person.version, reason, sponsor: number.trim() };
        return act({ call: deskMoveSponsor, id: person.id, input: { body }, onDoubt });
      }}
    >
      {(errors) => (
        <>
          <Field
            label="Рег. номер нового спонсора"
            required
            error={preview.state === 'failed' ? (preview.errors['sponsor'] ?? preview.text) : errors['sponsor']}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={number}
              maxLength={8}
              placeholder="01000157"
              onChange={({ target }) => {
                setNumber(target.value);
                forget();
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || preview.state === 'there') return;
                event.preventDefault();
                look();
              }}
            />
          </Field>
          {preview.state === 'there' ? (
            <Moves shown={preview.value} />
          ) : (
            <Button
              kind="soft"
              aria-disabled={number.trim() === '' || preview.state === 'asking' || undefined}
              onClick={() => number.trim() !== '' && look()}
            >
              {preview.state === 'asking' ? 'Считаем…' : 'Показать, кто перейдёт'}
            </Button>
          )}
        </>
      )}
    </ReasonSheet>
  );
}

const Moves = ({ shown: { to, period, moves } }: { shown: Shown }) => (
  <section aria-label="Кто перейдёт" className={styles.preview}>
    <p>
      Перейдёт <b>{sinceMonth(period)}</b> к спонсору {to.name}, <span className="num">{to.cons_id}</span>
    </p>
    <p className="soft">
      Вместе перейдут: <span className="num">{moves.people}</span>, из них консультантов{' '}
      <span className="num">{moves.consultants}</span>
    </p>
    <ul className={`small soft ${styles.names}`}>
      {moves.first.map(({ id, name, cons_id: consId }) => (
        <li key={id}>{[name, consId].filter(Boolean).join(', ')}</li>
      ))}
      {moves.people > moves.first.length && <li>и другие</li>}
    </ul>
  </section>
);
