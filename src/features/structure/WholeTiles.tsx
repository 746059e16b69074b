import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { loadWholeAtom, wholeAtom } from '#src/features/structure/structure.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { formatNumber, formatTenths } from '#src/ui/format.ts';
import { Tiles } from '#src/ui/Tiles.tsx';

/** The whole structure of the open month in four numbers; nothing while they have not come. */
export function WholeTiles() {
  const now = useAtomValue(wholeAtom);
  const load = useSetAtom(loadWholeAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known, returns]);
  if (now === null) return null;
  const { people, active } = now.structure;
  return (
    <Tiles
      label="Вся структура"
      tiles={[
        { name: 'Человек', value: formatNumber(people) },
        {
          name: 'Активны',
          value: formatNumber(active),
          said: people === 0 ? undefined : `${Math.round((active * 100) / people)}\u00A0%`,
        },
        { name: 'ЛО', value: formatTenths(now.own), said: 'ваш личный объём' },
        { name: 'ГО', value: formatTenths(now.group), said: 'с вашим личным' },
      ]}
    />
  );
}
