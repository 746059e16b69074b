import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './PrintSheet.module.css';

type Props = { onDone: () => void; children: ReactNode };

/** Goes to the printer as soon as it is there, alone on its page; what is on the screen stays. */
export function PrintSheet({ onDone, children }: Props) {
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const over = () => done.current();
    addEventListener('afterprint', over, { once: true });
    document.documentElement.dataset['printing'] = 'sheet';
    window.print();
    return () => {
      removeEventListener('afterprint', over);
      delete document.documentElement.dataset['printing'];
    };
  }, []);
  return createPortal(
    <div className={styles.sheet} data-print-sheet="">
      {children}
    </div>,
    document.body,
  );
}
