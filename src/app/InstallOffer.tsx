import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { installAtom, dismissInstallAtom, installAppAtom } from '#src/app/install.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './InstallOffer.module.css';

/** Offered once, after the second visit or the first saved gesture (experience.md §3.10); iOS is explained by picture. */
export function InstallOffer() {
  const install = useAtomValue(installAtom);
  const installApp = useSetAtom(installAppAtom);
  const dismiss = useSetAtom(dismissInstallAtom);
  const [isHelpOpen, setHelpOpen] = useState(false);
  // The offer never shifts the page; it waits until the person has rested for a moment.
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), 1500);
    return () => clearTimeout(timer);
  }, []);
  if (install.kind === 'none' || !isRested) return null;
  return (
    <>
      <aside className={styles.offer} aria-label="Установка приложения">
        <Icon name="mark" className={styles.mark} />
        <p>
          <b>Росток на экране телефона</b>
          <br />
          <span className={styles.soft}>Открывается сразу и без интернета</span>
        </p>
        <div className={styles.actions}>
          <Button kind="quiet" onClick={() => void dismiss()}>
            Не сейчас
          </Button>
          <Button kind="soft" onClick={() => (install.kind === 'ios' ? setHelpOpen(true) : void installApp())}>
            Установить приложение
          </Button>
        </div>
      </aside>
      {isHelpOpen && (
        <Sheet open title="Как установить на iPhone" onClose={() => (setHelpOpen(false), void dismiss())}>
          <ol className={styles.steps}>
            <li>
              <IosShare />
              <span>Нажмите «Поделиться» внизу экрана Safari.</span>
            </li>
            <li>
              <IosAdd />
              <span>Выберите «На экран «Домой»».</span>
            </li>
            <li>
              <Icon name="mark" />
              <span>Нажмите «Добавить»: значок появится рядом с другими приложениями.</span>
            </li>
          </ol>
          <p className={styles.soft}>Откройте приложение один раз с интернетом, чтобы каталог сохранился и в нём.</p>
        </Sheet>
      )}
    </>
  );
}

function IosShare() {
  return (
    <svg className={styles.drawing} viewBox="0 0 64 48" aria-hidden="true">
      <rect x="1" y="1" width="62" height="46" rx="8" />
      <path d="M1 34h62M32 31V15m-5 5 5-5 5 5M25 22h-3v18h20V22h-3" />
    </svg>
  );
}
function IosAdd() {
  return (
    <svg className={styles.drawing} viewBox="0 0 64 48" aria-hidden="true">
      <rect x="1" y="1" width="62" height="46" rx="8" />
      <path d="M8 16h26M8 24h34M8 32h20" />
      <rect x="46" y="17" width="12" height="12" rx="3" />
      <path d="M52 20v6m-3-3h6" />
    </svg>
  );
}
