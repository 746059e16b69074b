import { StaffFrame, type SurfaceProps } from '#src/staff/StaffFrame.tsx';
import { useKept } from '#src/staff/use-kept.ts';

export { PunktStart } from '#src/staff/punkt/PunktStart.tsx';

/** «Пункт выдачи»: opening it is what keeps it on the device. */
export function PunktFrame(props: SurfaceProps) {
  return <StaffFrame name="Пункт выдачи" sections={[]} isKept={useKept('punkt')} {...props} />;
}
