import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { InviteButton } from '#src/features/sponsor/InviteButton.tsx';
import { StructurePage } from '#src/features/structure/StructurePage.tsx';

export const Structure = () => (
  <CabinetFrame>
    <StructurePage invite={<InviteButton />} />
  </CabinetFrame>
);
