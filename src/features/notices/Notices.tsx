import { useAtomValue, useSetAtom } from 'jotai';
import { closeToastAtom, dialogAtom, toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { NoticeDialog } from '#src/features/notices/NoticeDialog.tsx';
import styles from './Notices.module.css';

/** Toasts (5 s, at most one action) and the specification's dialog. The status is always there, so it is announced. */
export function Notices() {
  const toasts = useAtomValue(toastsAtom);
  const dialog = useAtomValue(dialogAtom);
  const close = useSetAtom(closeToastAtom);
  return (
    <>
      <output className={styles.toasts} aria-label="Сообщения">
        {toasts.map(({ id, text, action }) => (
          <span key={id} className={styles.toast}>
            <span>{text}</span>
            {action && (
              <button
                type="button"
                onClick={() => {
                  close(id);
                  action.run();
                }}
              >
                {action.label}
              </button>
            )}
          </span>
        ))}
      </output>
      {/* Each opens anew: Escape closes a dialog by itself, and it would stay closed for the next one. */}
      {dialog && <NoticeDialog key={dialog.id} dialog={dialog} />}
    </>
  );
}
