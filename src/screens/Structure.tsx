import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { StructurePage } from '#src/features/structure/StructurePage.tsx';

export const Structure = () => (
  <CabinetFrame>
    <StructurePage />
  </CabinetFrame>
);
