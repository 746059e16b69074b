import { useAtomValue } from 'jotai';
import { useParams } from 'wouter';
import { CounterPage } from '#src/staff/punkt/CounterPage.tsx';
import { counterAtom } from '#src/staff/punkt/counter.atoms.ts';
import { StaffFrame, type SurfaceProps } from '#src/staff/StaffFrame.tsx';
import { useKept } from '#src/staff/use-kept.ts';

export { DayPage as PunktDay } from '#src/staff/punkt/DayPage.tsx';
export { ReturnsPage as PunktReturns } from '#src/staff/punkt/ReturnsPage.tsx';
export { SupplyPage as PunktSupply } from '#src/staff/punkt/SupplyPage.tsx';

/** «Пункт выдачи»: opening it is what keeps it on the device. */
export function PunktFrame(props: SurfaceProps) {
  const { data } = useAtomValue(counterAtom);
  const supplies = data?.supplies ?? 0;
  // Without the orders of the point its screens are of no use: nothing is promised before both are here.
  const isKept = useKept('punkt') && data !== null;
  const sections = [
    { href: '/punkt', title: 'Выдача', also: '/punkt/orders/' },
    { href: '/punkt/supply', title: supplies > 0 ? `Поставки: ${supplies}` : 'Поставки' },
    { href: '/punkt/returns', title: 'Возвраты' },
    { href: '/punkt/report', title: 'Отчёт' },
  ];
  return <StaffFrame name="Пункт выдачи" sections={sections} isKept={isKept} {...props} />;
}

/** /punkt, and /punkt/orders/:id with that order open. */
export function PunktStart() {
  const { id } = useParams<{ id?: string }>();
  return <CounterPage openId={id === undefined ? null : Number(id)} />;
}
