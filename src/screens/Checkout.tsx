import { Suspense } from 'react';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { CheckoutPage } from '#src/features/checkout/CheckoutPage.tsx';
import { PointPickerSlot } from '#src/features/checkout/slots.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

/** The list of points comes when somebody chooses one. */
const PointPicker = lazyPart(() => import('#src/features/delivery/PointPicker.tsx'), 'PointPicker');

/** The code of a registration: for an account that has not confirmed its address yet, when it asks to. */
const ConfirmAddress = lazyPart(() => import('#src/features/session/ConfirmAddress.tsx'), 'ConfirmAddress');

/** /checkout: who, where and how to pay, in at most three screens (docs/product/checkout.md). */
export function Checkout() {
  return (
    <PointPickerSlot
      value={(asked) => (
        <Suspense>
          <PointPicker {...asked} />
        </Suspense>
      )}
    >
      <CheckoutPage
        confirm={({ onDone }) => (
          <Suspense>
            <ConfirmAddress onDone={onDone} />
          </Suspense>
        )}
        picture={(line) => (
          <ProductPicture image={line.image} title="" size={240} sizes="56px" dimmed={!line.available} />
        )}
      />
    </PointPickerSlot>
  );
}
