import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { deskExportJournal, JOURNAL_TARGETS } from '#contract/desk-audit.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { type JournalAsked, journalAtom, loadJournalAtom, loadOlderAtom } from '#src/staff/desk/audit/journal.atoms.ts';
import { JournalList } from '#src/staff/desk/audit/JournalList.tsx';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Select } from '#src/ui/Select.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './Journal.module.css';

/** How long the typing must rest before the shop is asked. */
const REST_MS = 400;

/** /desk/audit: everything that was done at the desk, the newest first. */
export function DeskAuditPage() {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<JournalAsked>({});
  const { lines, next, failure } = useAtomValue(journalAtom);
  const load = useSetAtom(loadJournalAtom);
  const older = useSetAtom(loadOlderAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load(asked);
  }, [load, uid, returns, asked]);
  useEffect(() => {
    const q = typed.trim();
    if (q === (asked.q ?? '')) return undefined;
    const timer = setTimeout(() => setAsked({ ...asked, q: q === '' ? undefined : q }), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, asked]);
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Журнал</h1>
      <div className={styles.filters}>
        <TextInput
          type="search"
          aria-label="Найти в журнале"
          placeholder="Имя, причина, номер заказа"
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          aria-label="О чём"
          value={asked.target ?? ''}
          onChange={({ target: { value } }) =>
            setAsked({ ...asked, target: JOURNAL_TARGETS.find((target) => target === value) })
          }
        >
          <option value="">Обо всём</option>
          <option value="order">О заказах</option>
          <option value="person">О людях</option>
          <option value="period">О месяцах плана</option>
          <option value="product">О товарах</option>
          <option value="import">О файлах поставщиков</option>
          <option value="cell">О полках склада</option>
          <option value="box">О коробках</option>
        </Select>
        {isOnline && (
          <a className={buttonClass('line')} href={fileOf(asked)} download>
            <Icon name="download" size={20} /> Скачать CSV
          </a>
        )}
      </div>
      {failure && (
        <Note kind={lines ? 'plain' : 'error'} icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          {failureText(failure)} {lines && 'Ниже — то, что пришло раньше. '}
          <button type="button" className="link" onClick={() => void load(asked)}>
            Повторить
          </button>
        </Note>
      )}
      {!lines && !failure && (
        <div className={`card ${styles.box}`} aria-busy="true">
          {[0, 1, 2, 3].map((i) => (
            <Skeleton key={i} height={40} />
          ))}
        </div>
      )}
      {lines?.length === 0 && (
        <div className="card">
          {asked.q === undefined && asked.target === undefined ? (
            <EmptyState
              drawing="sprout"
              title="Записей пока нет"
              text="Здесь встанет каждое решение хозяйства и его причина."
            />
          ) : (
            <EmptyState drawing="search" title="Таких записей нет" text="Ищите по имени, причине или номеру." />
          )}
        </div>
      )}
      {lines && lines.length > 0 && (
        <div className={`card ${styles.box}`}>
          <JournalList lines={lines} withTarget />
        </div>
      )}
      {next !== null && (
        <div className={styles.more}>
          <Button kind="line" onClick={() => void older(asked)}>
            Раньше
          </Button>
        </div>
      )}
    </div>
  );
}

/** The same lines as a file. */
function fileOf({ q, target }: JournalAsked): string {
  const query = new URLSearchParams({ ...(q ? { q } : {}), ...(target ? { target } : {}) }).toString();
  return `${deskExportJournal.path}${query === '' ? '' : `?${query}`}`;
}
