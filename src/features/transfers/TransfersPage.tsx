import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import type { SentCode } from '#contract/registration.ts';
import type { Transfer } from '#contract/transfers.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import type { CodeSlot } from '#src/features/transfers/code-slot.ts';
import type { TreeSlot } from '#src/features/transfers/tree-slot.ts';
import { NewTransfer } from '#src/features/transfers/NewTransfer.tsx';
import { TransferCode } from '#src/features/transfers/TransferCode.tsx';
import { TransferDone } from '#src/features/transfers/TransferDone.tsx';
import { TransferList } from '#src/features/transfers/TransferList.tsx';
import { TransferSheet } from '#src/features/transfers/TransferSheet.tsx';
import { loadTransfersAtom, transfersAtom } from '#src/features/transfers/transfers.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { Money } from '#src/terms/Money.tsx';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Transfers.module.css';

type Stage =
  | { at: 'form'; like?: Transfer }
  | { at: 'code'; transfer: Transfer; sent: SentCode | null }
  | { at: 'done'; transfer: Transfer };

/** /user/transfers «Переводы»: a new one in three steps, those that were, and one of them by its number in the address. */
export function TransfersPage({ code, tree }: { code: CodeSlot; tree: TreeSlot }) {
  const { shown } = useAtomValue(transfersAtom);
  const load = useSetAtom(loadTransfersAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const [stage, setStage] = useState<Stage>({ at: 'form' });
  const [opened, setOpened] = useOpened();
  const kind = useAskedKind();
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known, returns]);
  const { data, failure, isCopy, at } = shown;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <div>
          <h1 tabIndex={-1}>Переводы</h1>
          <p className="soft">С КС на свой ЛС или со своего ЛС структуре и наставнику</p>
        </div>
        {isCopy && at && <AsOf at={at} />}
      </div>
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon={data ? 'offline' : 'alert'}>
          {failureText(failure)}{' '}
          <button type="button" className="link" onClick={() => void load()}>
            Повторить
          </button>
        </Note>
      )}
      {data !== null && data.debt > 0 && (
        <Note kind="seed" icon="alert">
          На счёте задолженность <Money value={data.debt} />. Её заберёт следующий заказ или пополнение. Переводы
          откроются, когда её не станет.
        </Note>
      )}
      <div className={styles.parts}>
        <section className={`card ${styles.new}`} aria-label="Новый перевод">
          {stage.at === 'form' && (
            <NewTransfer
              key={stage.like?.id}
              tree={tree}
              like={stage.like}
              kind={kind}
              onCreated={(transfer, sent) =>
                setStage(transfer.state === 'done' ? { at: 'done', transfer } : { at: 'code', transfer, sent })
              }
            />
          )}
          {stage.at === 'code' && (
            <TransferCode
              key={stage.transfer.id}
              transfer={stage.transfer}
              sent={stage.sent}
              code={code}
              onDone={(transfer) => setStage({ at: 'done', transfer })}
              onLeft={() => setStage({ at: 'form' })}
            />
          )}
          {stage.at === 'done' && <TransferDone transfer={stage.transfer} onAgain={() => setStage({ at: 'form' })} />}
        </section>
        <TransferList onOpen={setOpened} />
      </div>
      {opened !== null && (
        <TransferSheet
          id={opened}
          onClose={() => setOpened(null)}
          onEnterCode={(transfer) => {
            setOpened(null);
            setStage({ at: 'code', transfer, sent: null });
          }}
          onRepeat={(like) => {
            setOpened(null);
            setStage({ at: 'form', like });
          }}
        />
      )}
    </div>
  );
}

/** Which way the form begins when the address says so: «Перевести на ЛС» beside КС leads to `?kind=own`. */
const useAskedKind = (): 'own' | undefined =>
  new URLSearchParams(useSearch()).get('kind') === 'own' ? 'own' : undefined;

/** Which one is open; at first the one that the address names: `?id=5108`. */
function useOpened() {
  const asked = Number(new URLSearchParams(useSearch()).get('id'));
  return useState<number | null>(Number.isSafeInteger(asked) && asked > 0 ? asked : null);
}
