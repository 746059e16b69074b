import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { CodeForm } from '#src/features/session/CodeForm.tsx';
import { TransfersPage } from '#src/features/transfers/TransfersPage.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const TreeSheet = lazyPart(() => import('#src/features/structure/TreeSheet.tsx'), 'TreeSheet');

export const Transfers = () => (
  <CabinetFrame>
    <TransfersPage code={(props) => <CodeForm {...props} />} tree={(props) => <TreeSheet {...props} />} />
  </CabinetFrame>
);
