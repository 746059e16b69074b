import { useAtomValue } from 'jotai';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { deskReopenParcel, deskTakeParcel } from '#contract/desk-packing.ts';
import { type DeskParcel, PARCEL_STATE_NAMES } from '#contract/parcels.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { PackParcel } from '#src/staff/desk/orders/PackParcel.tsx';
import { ParcelLines } from '#src/staff/desk/orders/ParcelLines.tsx';
import { ParcelPapers } from '#src/staff/desk/orders/ParcelPapers.tsx';
import { RegisterParcel } from '#src/staff/desk/orders/RegisterParcel.tsx';
import { SendParcel } from '#src/staff/desk/orders/SendParcel.tsx';
import { useStep } from '#src/staff/desk/orders/use-step.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatWeight } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskParcels.module.css';

type Props = {
  order: DeskOrder['order'];
  parcel: DeskParcel;
  others: DeskOrder['together']['parcels'];
  isHeld: boolean;
  takesFocus: boolean;
};
const KINDS = { packing: 'seed', packed: 'leaf', sent: 'plain', at_point: 'leaf', handed: 'leaf' } as const;

/** Before it has left. */
const hasPapers = (state: DeskParcel['state']): boolean => state === 'packing' || state === 'packed';

/** One parcel: what lies in it, and its next step. */
export function ParcelCard({ order, parcel, others, isHeld, takesFocus }: Props) {
  const step = useStep();
  const { isOnline } = useAtomValue(networkAtom);
  const { code, state, packer, weight, track, lines } = parcel;
  const at = { exp_id: order.id, parcel_id: parcel.id, version: parcel.version };
  const isTheirs = state === 'packing' && packer !== null && !packer.is_mine;
  const isOpen = isOnline && !isHeld;
  const kind = state in KINDS ? KINDS[state as keyof typeof KINDS] : 'line';
  return (
    <article className={styles.parcel} aria-label={`Посылка ${code}`}>
      <header className={styles.head}>
        <h3 className="num">{code}</h3>
        <Tag kind={kind}>{PARCEL_STATE_NAMES[state]}</Tag>
        <span className="small soft num">
          {[momentWords(parcel.at), weight === null ? null : formatWeight(weight), track && `трек ${track}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </header>
      {state === 'packing' && !isTheirs ? (
        <PackParcel order={order} parcel={parcel} step={step} isOpen={isOpen} takesFocus={takesFocus} />
      ) : (
        <ParcelLines lines={lines} isPacked={state !== 'packing'} />
      )}
      {isTheirs && (
        <div className={styles.acts}>
          <span className="soft">Собирает {packer.name}</span>
          <Button kind="line" disabled={!isOnline} onClick={() => void step.run(deskTakeParcel, { body: at })}>
            Забрать себе
          </Button>
        </div>
      )}
      {state === 'packed' && (
        <>
          <RegisterParcel order={order} parcel={parcel} step={step} isOpen={isOpen} />
          <SendParcel key={track} order={order} parcel={parcel} others={others} step={step} isOpen={isOpen} />
          <Button kind="quiet" disabled={!isOnline} onClick={() => void step.run(deskReopenParcel, { body: at })}>
            Открыть снова
          </Button>
        </>
      )}
      {hasPapers(state) && (
        <div className={styles.acts}>
          <ParcelPapers order={order} parcel={parcel} />
        </div>
      )}
      <div role="alert">
        {step.failure && (
          <Note kind="error" icon="alert">
            {failureText(step.failure)}
          </Note>
        )}
      </div>
    </article>
  );
}
