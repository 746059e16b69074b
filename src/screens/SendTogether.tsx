import { Suspense } from 'react';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { PointPickerSlot } from '#src/features/checkout/slots.ts';
import { TogetherPage } from '#src/features/checkout/together/TogetherPage.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

/** The list of points comes when somebody chooses one. */
const PointPicker = lazyPart(() => import('#src/features/delivery/PointPicker.tsx'), 'PointPicker');

/** /user/orders/deferred «Отправить отложенные» (docs/product/orders.md#sent-together). */
export const SendTogether = () => (
  <PointPickerSlot
    value={(asked) => (
      <Suspense>
        <PointPicker {...asked} />
      </Suspense>
    )}
  >
    <CabinetFrame>
      <TogetherPage />
    </CabinetFrame>
  </PointPickerSlot>
);
