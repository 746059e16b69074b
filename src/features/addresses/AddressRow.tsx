import { useSetAtom } from 'jotai';
import { formatPhone } from '#contract/phones.ts';
import { makeDefaultAtom, removeAddressAtom } from '#src/features/addresses/addresses.atoms.ts';
import type { Address } from '#src/features/addresses/addresses.types.ts';
import { focusNeighbour } from '#src/ui/focus-neighbour.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Addresses.module.css';

/** Where the reason stands why a closed button is closed. */
export const OFFLINE_ID = 'addresses-offline';

type Props = { address: Address; isReadonly: boolean; isOnline: boolean; onEdit: () => void };

export function AddressRow({ address, isReadonly, isOnline, onEdit }: Props) {
  const remove = useSetAtom(removeAddressAtom);
  const makeDefault = useSetAtom(makeDefaultAtom);
  const { title, full, region, city, recipient, comment, is_default: isDefault } = address;
  const name = title || city;
  const closed = isOnline ? {} : { disabled: true, 'aria-describedby': OFFLINE_ID };
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <p className={styles.title}>
          <b>{name}</b>
          {isDefault && <Tag icon="check">основной</Tag>}
        </p>
        <p>{full}</p>
        {region && <p className="small soft">{region}</p>}
        <p className="small soft">
          {recipient.name}, <span className="num">{formatPhone(recipient.phone)}</span>
        </p>
        {comment && <p className="small soft">{comment}</p>}
        {!isDefault && !isReadonly && (
          <button type="button" className={`link ${styles.make}`} onClick={() => void makeDefault(address)} {...closed}>
            Сделать основным
          </button>
        )}
      </div>
      {!isReadonly && (
        <div className={styles.acts}>
          <IconButton icon="edit" label={`Изменить: ${name}`} size={20} onClick={onEdit} />
          <IconButton
            icon="trash"
            label={`Удалить: ${name}`}
            size={20}
            {...closed}
            onClick={(event) => {
              focusNeighbour(event.currentTarget, '[data-address]');
              void remove(address);
            }}
          />
        </div>
      )}
    </div>
  );
}
