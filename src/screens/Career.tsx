import { useState } from 'react';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { periodAt } from '#src/features/cabinet/period.rules.ts';
import { CareerPage } from '#src/features/career/CareerPage.tsx';

export function Career() {
  const [{ left }] = useState(() => periodAt(new Date()));
  return (
    <CabinetFrame>
      <CareerPage daysLeft={left.days} />
    </CabinetFrame>
  );
}
