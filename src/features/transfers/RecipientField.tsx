import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useId, useState } from 'react';
import { SEARCH_MIN } from '#contract/consultants.ts';
import type { Transfer, TransferRecipient } from '#contract/transfers.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import type { TreeSlot } from '#src/features/transfers/tree-slot.ts';
import { searchRecipientsAtom } from '#src/features/transfers/transfers.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Field } from '#src/ui/Field.tsx';
import { useField } from '#src/ui/form/Form.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './Transfers.module.css';

/** Typing has paused for so long, ms: it is looked up. */
const PAUSE_MS = 300;

/** Whom: somebody of one's structure by name or number, or one's sponsor. */
export function RecipientField({ tree, known }: { tree: TreeSlot; known?: Transfer['to'] | undefined }) {
  const { value, errors, set } = useField('to_cons_id', 'Кому');
  const { sponsor } = useAtomValue(sessionAtom);
  const [chosen, setChosen] = useState<TransferRecipient | null>(() =>
    known?.cons_id ? { cons_id: known.cons_id, name: known.name, city: null, line: -1 } : null,
  );
  const [text, setText] = useState('');
  const [isTreeOpen, setTreeOpen] = useState(false);
  const { found, words } = useFound(text);
  const id = useId();
  const choose = (one: TransferRecipient) => {
    setChosen(one);
    set(one.cons_id);
  };
  // A draft came back, or the form was emptied: the number alone says whom.
  const shown =
    value === ''
      ? null
      : chosen?.cons_id === value
        ? chosen
        : { cons_id: String(value), name: '', city: null, line: -1 };
  if (shown)
    return (
      <div className={styles.chosen}>
        <Person one={shown} />
        <button
          type="button"
          className="link"
          onClick={() => {
            setChosen(null);
            set('');
          }}
        >
          Изменить
        </button>
      </div>
    );
  const mine = sponsor?.cons_id && !sponsor.is_house && text.trim() === '' ? sponsor : null;
  return (
    <div className={styles.recipient}>
      <Field label="Кому: имя или рег. номер" error={errors} required isSilent>
        <TextInput
          type="search"
          value={text}
          autoComplete="off"
          aria-controls={id}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <ul id={id} className={styles.found}>
        {found.map((one) => (
          <li key={one.cons_id}>
            <button type="button" className={styles.person} onClick={() => choose(one)}>
              <Person one={one} />
            </button>
          </li>
        ))}
        {mine?.cons_id && (
          <li>
            <button
              type="button"
              className={styles.person}
              onClick={() => choose({ cons_id: mine.cons_id ?? '', name: mine.name, city: mine.city, line: 0 })}
            >
              <Person one={{ cons_id: mine.cons_id, name: mine.name, city: mine.city, line: 0 }} />
            </button>
          </li>
        )}
      </ul>
      <output className="small soft">{words}</output>
      <button type="button" className="link" onClick={() => setTreeOpen(true)}>
        Выбрать в дереве структуры
      </button>
      {isTreeOpen &&
        tree({
          act: 'Выбрать',
          onClose: () => setTreeOpen(false),
          onChosen: ({ cons_id: number, name, line }) => {
            setTreeOpen(false);
            choose({ cons_id: number, name, city: null, line });
          },
        })}
    </div>
  );
}

function Person({ one: { cons_id, name, city, line } }: { one: TransferRecipient }) {
  const where = line === 0 ? 'ваш наставник' : line > 0 ? `${line}-я линия` : null;
  return (
    <>
      <Avatar name={name || cons_id} photo={null} />
      <span className={styles.who}>
        <b>{name || `Консультант ${cons_id}`}</b>
        <span className="small soft num">{[name && cons_id, where, city].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}

/** Who fits what is typed; words when nobody does, or nobody could be asked. */
function useFound(text: string): { found: readonly TransferRecipient[]; words: string } {
  const search = useSetAtom(searchRecipientsAtom);
  const [state, setState] = useState<{ of: string; found: readonly TransferRecipient[]; words: string }>({
    of: '',
    found: [],
    words: '',
  });
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < SEARCH_MIN) return;
    let isLeft = false;
    const timer = setTimeout(() => {
      search(wanted).then(
        (found) => {
          const words = found.length > 0 ? '' : 'В вашей структуре такого нет. Проверьте имя или номер.';
          if (!isLeft) setState({ of: wanted, found, words });
        },
        (error: unknown) => {
          if (!isLeft) setState({ of: wanted, found: [], words: failureText(failureOf(error)) });
        },
      );
    }, PAUSE_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [wanted, search]);
  if (wanted.length === 0) return { found: [], words: '' };
  if (wanted.length < SEARCH_MIN) return { found: [], words: `Введите не меньше ${SEARCH_MIN} букв или цифр` };
  return state.of === wanted ? state : { found: state.found, words: 'Ищем…' };
}
