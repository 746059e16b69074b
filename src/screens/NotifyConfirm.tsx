import { useState } from 'react';
import { ConfirmAddress } from '#src/features/notify/ConfirmAddress.tsx';

/** /user/notify#<token>: the link of the letter that asks whether an address is right. */
export function NotifyConfirm() {
  const [token] = useState(() => location.hash.slice(1));
  return (
    <div className="wrap">
      <ConfirmAddress token={token} />
    </div>
  );
}
