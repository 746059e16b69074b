import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#src/ui/Button.tsx';
import styles from './Profile.module.css';

/** The form of one line of the profile, in its place. The button that opened it has gone: the focus goes where one types. */
export function EditBox({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <section ref={box} className={styles.edit} aria-label={title}>
      <h3 className="h3">{title}</h3>
      {children}
    </section>
  );
}

/** «Сохранить» and «Отмена» side by side where there is room. */
export const Buttons = ({ submit, onCancel }: { submit: ReactNode; onCancel: () => void }) => (
  <div className={styles.buttons}>
    {submit}
    <Button kind="quiet" size="lg" onClick={onCancel}>
      Отмена
    </Button>
  </div>
);

/** What was typed before a reload is there again. */
export function Restored({ onDrop }: { onDrop: () => void }) {
  return (
    <p className="small soft">
      Вернули то, что вы набирали раньше.{' '}
      <button type="button" className={`link ${styles.plain}`} onClick={onDrop}>
        Начать заново
      </button>
    </p>
  );
}
