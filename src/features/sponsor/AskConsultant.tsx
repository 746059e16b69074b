import { Suspense, useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

/** The window's code comes with the first tap. */
const ContactInfo = lazyPart(() => import('#src/features/sponsor/ContactInfo.tsx'), 'ContactInfo');

type Props = { label: string; productId?: number; className?: string | undefined };

/** «Спросить консультанта» beside a product, «Связаться» on the card of one's consultant. */
export function AskConsultant({ label, productId, className }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="phone" size={20} /> {label}
      </Button>
      {/* Of its own, or the page behind it would go while its code is on the way. */}
      <Suspense>{isOpen && <ContactInfo productId={productId ?? null} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
