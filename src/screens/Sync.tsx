import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { SyncPage } from '#src/features/sync/SyncPage.tsx';

/** /user/sync «Синхронизация»: a guest's phone has a queue too. */
export function Sync() {
  return (
    <CabinetFrame>
      <SyncPage picture={(image) => <ProductPicture image={image} title="" size={240} sizes="52px" />} />
    </CabinetFrame>
  );
}
