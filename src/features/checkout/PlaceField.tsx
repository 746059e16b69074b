import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { draftAtom, hasDoor, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import { doorOfPlace, lineWithFlat } from '#src/features/checkout/door.rules.ts';
import { toPlace } from '#src/features/checkout/find-place.ts';
import { PlaceCombo } from '#src/features/checkout/PlaceCombo.tsx';
import { quote } from '#src/features/checkout/quote.ts';

/** Where the order goes: what is found is asked about at once. */
export function PlaceField({ error }: { error?: string | undefined }) {
  const { get, set } = useStore();
  const draft = useAtomValue(draftAtom);
  const write = useSetAtom(writeDraftAtom);
  if (!draft) return null;
  const { where, place } = draft;
  return (
    <PlaceCombo
      where={where}
      found={place && (hasDoor(place) ? 'door' : 'city')}
      error={error}
      onType={(line) => write({ where: line, place: null })}
      onTake={(found) => {
        const taken = toPlace(found);
        const door = doorOfPlace(draft.door, taken);
        write({ where: lineWithFlat(taken, door), place: taken, door });
        void quote(get, set);
      }}
    />
  );
}
