import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { favouriteIdsAtom, toggleFavouriteAtom } from '#src/features/favourites/favourites.atoms.ts';
import { favLane } from '#src/features/favourites/lane.ts';
import { MARK_WORDS, markOf } from '#src/sync-client/sync.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import styles from './FavouriteToggle.module.css';

type Props = { id: number; title: string; variant?: 'card' | 'page' | 'line' };

/** The heart: its name stays, `aria-pressed` tells the state, a dot and the description what waits for the network. */
export function FavouriteToggle({ id, title, variant = 'card' }: Props) {
  const isOn = useAtomValue(useMemo(() => atom((get) => get(favouriteIdsAtom).has(id)), [id]));
  const mark = useAtomValue(useMemo(() => markOf(favLane(id)), [id]));
  const toggle = useSetAtom(toggleFavouriteAtom);
  const shared = {
    'aria-description': mark ? `${title}, ${MARK_WORDS[mark]}` : title,
    'data-mark': mark,
    'data-tap': 'heart',
    className: styles.heart,
    onClick: () => toggle(id),
  };
  if (variant === 'page') {
    return (
      <Button kind="line" aria-pressed={isOn} {...shared}>
        <Icon name={isOn ? 'heart-full' : 'heart'} size={20} />
        В избранное
      </Button>
    );
  }
  return <IconButton icon="heart" label="В избранное" pressed={isOn} {...shared} />;
}
