import { useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

/** With the maker of QR codes: for whoever invites somebody. */
const InviteSheet = lazyPart(() => import('#src/features/sponsor/InviteSheet.tsx'), 'InviteSheet');

type Props = { label?: string | undefined; wide?: boolean; className?: string };

/** The consultant's own link: code, copy, send. */
export function InviteButton({ label = 'Пригласить', wide, className }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="line" wide={wide} className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="share" size={20} /> {label}
      </Button>
      {isOpen && <InviteSheet onClose={() => setOpen(false)} />}
    </>
  );
}
