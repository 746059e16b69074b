import { useAtomValue, useSetAtom } from 'jotai';
import { TRANSFER_STATE_WORDS, type TransferState } from '#contract/transfer-rules.ts';
import type { Transfer } from '#contract/transfers.ts';
import { loadOlderTransfersAtom, transfersAtom } from '#src/features/transfers/transfers.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatAt, formatMoney } from '#src/ui/format.ts';
import { OlderButton } from '#src/ui/OlderButton.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Transfers.module.css';

const KINDS: Readonly<Record<TransferState, 'leaf' | 'seed' | 'plain'>> = {
  draft: 'plain',
  wait_code: 'seed',
  done: 'leaf',
  cancelled: 'plain',
  expired: 'plain',
  rejected: 'plain',
};
export const StateTag = ({ state }: { state: TransferState }) => (
  <Tag kind={KINDS[state]} icon={state === 'done' ? 'check' : state === 'wait_code' ? 'clock' : undefined}>
    {TRANSFER_STATE_WORDS[state]}
  </Tag>
);
export const titleOf = ({ kind, direction, from, to }: Transfer): string =>
  kind === 'own' ? 'С КС на ЛС' : direction === 'in' ? from.name : to.name;
/** «−500 ₽», «+500 ₽»; to oneself without a sign. */
export const signedSum = ({ kind, direction, amount }: Transfer): string =>
  `${kind === 'own' ? '' : direction === 'in' ? '+' : '−'}${formatMoney(amount)}`;

/** Those that were, the newest first. */
export function TransferList({ onOpen }: { onOpen: (id: number) => void }) {
  const { shown, older, hasMore } = useAtomValue(transfersAtom);
  const { data, failure } = shown;
  if (data === null) return failure ? null : <Waiting />;
  const rows = [...data.transfers, ...older];
  return (
    <section className={`card ${styles.list}`} aria-labelledby="transfers-were">
      <h2 id="transfers-were">Все переводы</h2>
      {rows.length === 0 ? (
        <EmptyState
          drawing="sprout"
          title="Переводов ещё не было"
          text="Здесь будет каждый: кому, сколько и чем кончилось."
        />
      ) : (
        <ul>
          {rows.map((one) => (
            <li key={one.id}>
              <button type="button" className={styles.row} onClick={() => onOpen(one.id)}>
                <b>{titleOf(one)}</b>
                <b className="num">{signedSum(one)}</b>
                <time dateTime={one.created_at} className="small soft">
                  {formatAt(one.created_at)}
                </time>
                <StateTag state={one.state} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {hasMore && <More />}
    </section>
  );
}

function More() {
  const load = useSetAtom(loadOlderTransfersAtom);
  return (
    <OlderButton
      className={styles.more}
      onMore={async () => {
        const failure = await load();
        return failure && failureText(failure);
      }}
    />
  );
}

const Waiting = () => (
  <div className={`card ${styles.list}`} aria-busy="true">
    <Skeleton width="40%" height={26} />
    {[0, 1, 2].map((i) => (
      <Skeleton key={i} height={48} />
    ))}
  </div>
);
