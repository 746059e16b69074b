import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ADDRESSES_MAX } from '#contract/addresses.ts';
import { AddressForm } from '#src/features/addresses/AddressForm.tsx';
import { AddressRow, OFFLINE_ID } from '#src/features/addresses/AddressRow.tsx';
import { bookAtom, loadBookAtom } from '#src/features/addresses/addresses.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Addresses.module.css';

const HERE = '/user/addresses';

/** /user/addresses «Адреса доставки». Which address is open in its form stands in the address: `?edit=new`, `?edit=15`. */
export function AddressesPage() {
  const shown = useAtomValue(bookAtom);
  const load = useSetAtom(loadBookAtom);
  const { uid, user } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  const [, navigate] = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const edited = new URLSearchParams(useSearch()).get('edit');
  useEffect(() => void load(), [load, uid, returns]);

  const open = (id: string) => navigate(`${HERE}?edit=${id}`);
  const close = () => {
    navigate(HERE, { replace: true });
    heading.current?.focus();
  };
  const book = shown.data?.addresses ?? [];
  const isNew = edited === 'new' && !user.readonly;
  const isFull = book.length >= ADDRESSES_MAX;
  const canAdd = shown.data !== null && book.length > 0 && !isNew && !user.readonly;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Адреса доставки
        </h1>
        {canAdd && (
          <Button
            kind="soft"
            disabled={isFull}
            aria-describedby={isFull ? 'book-full' : undefined}
            onClick={() => open('new')}
          >
            <Icon name="plus" size={20} /> Добавить адрес
          </Button>
        )}
      </div>
      {isFull && (
        <p id="book-full" className="small soft">
          В книге {ADDRESSES_MAX} адресов, больше не поместится. Удалите ненужный, чтобы добавить другой.
        </p>
      )}
      {user.readonly && <Note icon="lock">Аккаунт только для просмотра: адреса изменить нельзя.</Note>}
      <Copy isOnline={isOnline} />
      {isNew && <AddressForm key="new" onClose={close} />}
      {shown.data === null && <Missing onRetry={() => void load()} />}
      {book.length > 0 && (
        <ul className={`card ${styles.list}`}>
          {book.map((address) => (
            <li key={address.id} className={styles.item} data-address>
              {edited === String(address.id) && !user.readonly ? (
                <AddressForm key={address.id} address={address} onClose={close} />
              ) : (
                <AddressRow
                  address={address}
                  isReadonly={user.readonly}
                  isOnline={isOnline}
                  onEdit={() => open(String(address.id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {shown.data !== null && book.length === 0 && !isNew && (
        <EmptyState
          drawing="home"
          title="Адресов пока нет"
          text="Сохранённый адрес и получатель подставятся в заказ сами."
          action={
            user.readonly ? undefined : (
              <Button kind="leaf" onClick={() => open('new')}>
                Добавить адрес
              </Button>
            )
          }
        />
      )}
    </div>
  );
}

/** Of when the copy is, and what cannot be done with it. */
function Copy({ isOnline }: { isOnline: boolean }) {
  const { at, isCopy, isStale, isAsking, failure } = useAtomValue(bookAtom);
  const isOld = isCopy && at !== null && (!isAsking || isStale);
  if (!isOld && isOnline) return null;
  return (
    <p className={`small soft ${styles.copy}`}>
      <Icon name={failure || !isOnline ? 'offline' : 'clock'} size={18} />
      <span>
        {isOld && (
          <>
            Адреса с этого устройства, <AsOf at={at} className="" />.{' '}
          </>
        )}
        {isStale && 'Последнее изменение могло не войти. '}
        {!isOnline && <span id={OFFLINE_ID}>Удалить адрес и сменить основной можно с интернетом.</span>}
      </span>
    </p>
  );
}

function Missing({ onRetry }: { onRetry: () => void }) {
  const { failure, isAsking } = useAtomValue(bookAtom);
  if (!failure || isAsking)
    return (
      <div className={styles.waiting}>
        <Skeleton height={112} radius={12} />
        <Skeleton height={112} radius={12} />
      </div>
    );
  return (
    <EmptyState
      drawing="offline"
      title="Адреса не загрузились"
      text={failureText(failure)}
      action={
        <Button kind="line" onClick={onRetry}>
          Повторить
        </Button>
      }
    />
  );
}
