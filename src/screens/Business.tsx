import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { BusinessPage } from '#src/features/business/BusinessPage.tsx';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { periodAt } from '#src/features/cabinet/period.rules.ts';
import { PeriodCard } from '#src/features/cabinet/PeriodCard.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { InviteButton } from '#src/features/sponsor/InviteButton.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const TreeSheet = lazyPart(() => import('#src/features/structure/TreeSheet.tsx'), 'TreeSheet');

export function Business() {
  const [today] = useState(() => moscowDay(new Date()));
  const { user } = useAtomValue(sessionAtom);
  return (
    <CabinetFrame>
      <BusinessPage
        today={today}
        period={<PeriodCard />}
        tree={(props) => <TreeSheet {...props} />}
        invite={(label) => user.isCons && <InviteButton label={label} />}
      />
    </CabinetFrame>
  );
}

/** YYYY-MM-DD in Moscow. */
function moscowDay(now: Date): string {
  const { month, today } = periodAt(now);
  return `${month.toISOString().slice(0, 7)}-${String(today).padStart(2, '0')}`;
}
