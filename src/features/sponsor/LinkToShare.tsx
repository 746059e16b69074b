import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { renderSVG } from 'uqr';
import { MESSAGES } from '#contract/messages.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './LinkToShare.module.css';

type Props = { url: string; alt: string; title: string; children: ReactNode };

/** A link as a code for a camera, to be copied and to be sent. Works without a signal. */
export function LinkToShare({ url, alt, title, children }: Props) {
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
    <>
      <div className={styles.code}>
        <img
          alt={alt}
          width={208}
          height={208}
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}`}
        />
        <p>
          <b>{title}</b>
          <br />
          <span className="small soft">{children}</span>
        </p>
      </div>
      <p className={`small soft ${styles.url}`}>{url}</p>
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
    </>
  );
}
