import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './Sheet.module.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** `wide` for a product preview or a picture. */
  size?: 'wide' | undefined;
  /** The title stays the dialog's name but is not drawn. */
  hideTitle?: boolean | undefined;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A native dialog: from below on the phone, centred from the tablet up. Closes by Escape, the cross and a click outside; focus returns by itself. */
export function Sheet({ open, ...props }: Props) {
  return open ? <OpenSheet {...props} /> : null;
}

function OpenSheet({ onClose, title, size, hideTitle = false, footer, children }: Omit<Props, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // When a component is unmounted as a whole, its layout effect ends while the dialog is still in the document: closing it gives the
  // focus back. In a component that stays and renders nothing it would end too late.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    if (!dialog.open) dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    // The backdrop is the dialog's own box; keyboard people have Escape and the cross.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={`${styles.sheet} ${size === 'wide' ? styles.wide : ''}`}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.box}>
        <div className={`${styles.head} ${hideTitle ? styles.bare : ''}`}>
          <h2 id={id} className={hideTitle ? 'sr' : 'h2'}>
            {title}
          </h2>
          <IconButton icon="x" label="Закрыть" onClick={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.foot}>{footer}</div>}
      </div>
    </dialog>
  );
}
