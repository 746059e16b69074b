import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { askInviteAtom, type Invite } from '#src/features/sponsor/invite.atoms.ts';
import { LinkToShare } from '#src/features/sponsor/LinkToShare.tsx';
import { shareUrlAtom } from '#src/features/sponsor/sponsor.atoms.ts';
import { FormWords } from '#src/ui/form/FormParts.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './InviteSheet.module.css';

/**
 * The consultant's own link. A newcomer who stands beside them registers on their own phone: nobody's session but the consultant's is
 * ever on this one.
 */
export function InviteSheet({ onClose }: { onClose: () => void }) {
  const url = useAtomValue(shareUrlAtom)('/register');
  return (
    <Sheet open onClose={onClose} title="Пригласить">
      <FormWords>
        <LinkToShare url={url} alt="QR-код вашей ссылки на регистрацию" title="Пусть наведёт камеру">
          На своём телефоне новичок откроет регистрацию с вашим номером.
        </LinkToShare>
        <Harvest />
      </FormWords>
    </Sheet>
  );
}

/** What the link has brought; nothing in its place without an answer. */
function Harvest() {
  const ask = useSetAtom(askInviteAtom);
  const [invite, setInvite] = useState<Invite | null>(null);
  useEffect(() => {
    let isLeft = false;
    ask().then(
      (answer) => isLeft || setInvite(answer),
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [ask]);
  return (
    <div className={styles.harvest}>
      {invite && (
        <>
          <Lead name={`Переходов за ${invite.days} дней`} value={<span className="num">{invite.visits}</span>} />
          <Lead name="Зарегистрировались" value={<span className="num">{invite.registered}</span>} />
        </>
      )}
    </div>
  );
}
