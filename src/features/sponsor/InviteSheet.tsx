import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { renderSVG } from 'uqr';
import { MESSAGES } from '#contract/messages.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { askInviteAtom, type Invite } from '#src/features/sponsor/invite.atoms.ts';
import { shareUrlAtom } from '#src/features/sponsor/sponsor.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormWords } from '#src/ui/form/FormParts.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './InviteSheet.module.css';

/**
 * The consultant's own link as a code for a camera, to be copied and to be sent. A newcomer who stands beside them registers on their
 * own phone: nobody's session but the consultant's is ever on this one. Works without a signal.
 */
export function InviteSheet({ onClose }: { onClose: () => void }) {
  const url = useAtomValue(shareUrlAtom)('/register');
  const toast = useSetAtom(showToastAtom);
  const canShare = typeof navigator.share === 'function';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ text: MESSAGES.linkCopied });
    } catch {
      toast({ text: MESSAGES.linkNotCopied });
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: 'Росток', text: 'Приглашаю в магазин «Росток»', url });
    } catch (error) {
      // Closing the system's sheet is a decision, not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast({ text: MESSAGES.linkNotCopied });
    }
  };
  return (
    <Sheet open onClose={onClose} title="Пригласить">
      <FormWords>
        <div className={styles.code}>
          <img
            alt="QR-код вашей ссылки на регистрацию"
            width={208}
            height={208}
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}`}
          />
          <p>
            <b>Пусть наведёт камеру</b>
            <br />
            <span className="small soft">На своём телефоне новичок откроет регистрацию с вашим номером.</span>
          </p>
        </div>
        <p className={`small soft num ${styles.url}`}>{url}</p>
        <div className={styles.acts}>
          {canShare && (
            <Button kind="leaf" wide onClick={() => void share()}>
              <Icon name="share" size={20} /> Отправить
            </Button>
          )}
          <Button kind={canShare ? 'line' : 'leaf'} wide onClick={() => void copy()}>
            Скопировать ссылку
          </Button>
        </div>
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
