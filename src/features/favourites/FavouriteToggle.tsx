import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { favouriteIdsAtom, toggleFavouriteAtom } from '#src/features/favourites/favourites.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';

type Props = { id: number; title: string; variant?: 'card' | 'page' | 'line' };

/** The heart: its name stays, `aria-pressed` tells the state. */
export function FavouriteToggle({ id, title, variant = 'card' }: Props) {
  const isOn = useAtomValue(useMemo(() => atom((get) => get(favouriteIdsAtom).has(id)), [id]));
  const toggle = useSetAtom(toggleFavouriteAtom);
  if (variant === 'page') {
    return (
      <Button kind="line" aria-pressed={isOn} aria-description={title} onClick={() => toggle(id)}>
        <Icon name={isOn ? 'heart-full' : 'heart'} size={20} />
        В избранное
      </Button>
    );
  }
  return (
    <IconButton icon="heart" label="В избранное" aria-description={title} pressed={isOn} onClick={() => toggle(id)} />
  );
}
