import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { ItemPicture } from '#src/features/sync/ItemPicture.tsx';
import { MoreButton } from '#src/features/sync/MoreButton.tsx';
import { inOrder, PAGE, stateOf } from '#src/features/sync/screen.rules.ts';
import { lastWords, titleOf, wordsOf } from '#src/features/sync/words.rules.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import { type Mark, MARK_WORDS, sendNowAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { lookAtom } from '#src/sync-client/kinds.atom.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatAt, formatMoney } from '#src/ui/format.ts';
import { Tag } from '#src/ui/Tag.tsx';
import item from './SyncItem.module.css';
import styles from './SyncPage.module.css';

type Props = { picture: (image: string | null) => ReactNode };

/** What the server has not confirmed yet: what it is, since when, how it stands. */
export function QueueCard({ picture }: Props) {
  const { pending, sending, isRead } = useAtomValue(syncAtom);
  const [shown, setShown] = useState(PAGE);
  if (!isRead) return <Unread />;
  return (
    <section className={`card ${styles.card}`} aria-labelledby="sync-queue">
      <h2 id="sync-queue" className={styles.title}>
        Очередь
        {pending.length > 0 && (
          <Tag kind="seed" className="num">
            {pending.length}
          </Tag>
        )}
      </h2>
      {pending.length === 0 ? (
        <p className="soft">{ALL_SENT}</p>
      ) : (
        <>
          <ul className={styles.list}>
            {inOrder(pending, sending)
              .slice(0, shown)
              .map((record) => (
                <QueueItem key={record.id} record={record} state={stateOf(record, sending)} picture={picture} />
              ))}
          </ul>
          <MoreButton left={pending.length - shown} onClick={() => setShown(shown + PAGE)} />
          <SendNow />
        </>
      )}
    </section>
  );
}

const ALL_SENT = 'Всё отправлено. Что вы сделаете без\u00a0сети, встанет сюда и\u00a0уйдёт само, когда она появится.';

/** Until the phone has told: the geometry of a queue with nothing in it, which it mostly is. */
const Unread = () => (
  <section className={`card ${styles.card}`} aria-busy="true" aria-label="Очередь">
    <p className={`h2 ${styles.title} ${styles.unread}`}>Очередь</p>
    <p className={styles.unread}>{ALL_SENT}</p>
  </section>
);

function QueueItem({ record, state, picture }: Props & { record: OutboxRecord; state: Mark }) {
  const look = useAtomValue(lookAtom);
  const last = state === 'sending' ? '' : lastWords(record.last);
  return (
    <li className={item.item}>
      <ItemPicture record={record} picture={picture} />
      <div className={item.words}>
        <p>{titleOf(look, record)}</p>
        <p className="small soft">
          {wordsOf(look, record, formatMoney)}, <time>{formatAt(new Date(record.createdAt).toISOString())}</time>
        </p>
        <p className={`small ${styles.state}`}>
          <Tag kind="seed" icon={state === 'sending' ? 'sync' : 'clock'}>
            {MARK_WORDS[state]}
          </Tag>
          {last && <span className="mute">{last}</span>}
        </p>
      </div>
    </li>
  );
}

/** Always possible: what the browser says of the network is only a hint (docs/product/offline.md F27). */
function SendNow() {
  const { pending } = useAtomValue(syncAtom);
  const send = useSetAtom(sendNowAtom);
  const [state, setState] = useState<'rest' | 'busy' | 'failed'>('rest');
  const onClick = () => {
    if (state === 'busy') return;
    setState('busy');
    const before = pending.length;
    void send()
      .catch(() => {})
      .finally(() => setState(before > 0 ? 'failed' : 'rest'));
  };
  return (
    <div className={styles.send}>
      <Button kind="soft" aria-disabled={state === 'busy' || undefined} onClick={onClick}>
        {state === 'busy' ? 'Отправляем…' : 'Отправить сейчас'}
      </Button>
      <output className="small soft">
        {state === 'failed' && 'Сервер не\u00a0ответил. Всё осталось в\u00a0очереди и\u00a0уйдёт само.'}
      </output>
    </div>
  );
}
