import { useSetAtom } from 'jotai';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import { closeDialogAtom, type ShownDialog } from '#src/features/notices/notices.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import styles from './Notices.module.css';

/**
 * «Уведомление» or «Ошибка» with «ОК»; closes by a click outside and by Escape (docs/product/asked-for.md#states); focus
 * goes back where it was.
 */
export function NoticeDialog({ dialog }: { dialog: ShownDialog }) {
  const { title, text, note, link, action, closeLabel = 'ОК' } = dialog;
  const closeOne = useSetAtom(closeDialogAtom);
  const close = () => closeOne(dialog.id);
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = ref.current;
    const before = document.activeElement;
    if (!element?.open) element?.showModal();
    return () => {
      element?.close();
      // The element is gone before the browser could give the focus back.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // The veil is the dialog's own box; by keyboard there are Escape and «ОК».
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}x`}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className={styles.box}>
        <h2 id={`${id}t`} className="h3">
          {title}
        </h2>
        <div id={`${id}x`} className="soft">
          <p>{text}</p>
          {note && <p>{note}</p>}
        </div>
        <Button kind="leaf" wide onClick={close}>
          {closeLabel}
        </Button>
        {action && (
          <Button kind="line" wide onClick={() => (action.run(), close())}>
            {action.label}
          </Button>
        )}
        {link && (
          <Link href={link.href} className={buttonClass('line', { wide: true })} onClick={close}>
            {link.label}
          </Link>
        )}
      </div>
    </dialog>
  );
}
