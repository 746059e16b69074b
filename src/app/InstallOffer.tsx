import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { installAtom, dismissInstallAtom, installAppAtom } from '#src/features/install/install.atoms.ts';
import { updateAtom } from '#src/app/UpdateNotice.tsx';
import { popupCartAtom } from '#src/features/cart/cart.atoms.ts';
import { dialogAtom, toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { IosHelp } from '#src/features/install/IosHelp.tsx';
import { lostAtom } from '#src/features/sync/lost.atoms.ts';
import { isColdAtom } from '#src/features/sync/ready.atoms.ts';
import { sealedCountAtom } from '#src/features/sync/sealed.atoms.ts';
import { newsAtom } from '#src/features/sync/sync.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './InstallOffer.module.css';

const REST_MS = 1500;
/** Screens for looking around. On the others (cart, lesson, quiz) the bottom of the screen is in use. */
const BROWSING = /^\/($|katalog|eshop|user\/favorites)/;
const isQuietAtom = atom(
  (get) =>
    get(newsAtom) === null &&
    get(lostAtom) === null &&
    get(sealedCountAtom) === 0 &&
    !get(isColdAtom) &&
    get(popupCartAtom) === null &&
    get(dialogAtom) === null &&
    get(toastsAtom).length === 0 &&
    get(updateAtom).kind === 'none',
);

/** Offered once, after the second visit or the first saved gesture (docs/product/look.md#feel); iOS is explained by picture. */
export function InstallOffer() {
  const install = useAtomValue(installAtom);
  const installApp = useSetAtom(installAppAtom);
  const dismiss = useSetAtom(dismissInstallAtom);
  const [isHelpOpen, setHelpOpen] = useState(false);
  // The offer never shifts the page and stands in nobody's way: it waits until nothing else speaks at the bottom of the
  // screen, and then for a moment more.
  const [path] = useLocation();
  const isQuiet = useAtomValue(isQuietAtom);
  const isWelcome = isQuiet && BROWSING.test(path) && install.kind !== 'none';
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    if (!isWelcome) return;
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => {
      clearTimeout(timer);
      setRested(false);
    };
  }, [isWelcome]);
  if (!isHelpOpen && !(isWelcome && isRested)) return null;
  return (
    <>
      <aside className={styles.offer} aria-label="Установка приложения">
        <Icon name="mark" className={styles.mark} />
        <p>
          <b>Росток как приложение</b>
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
      {isHelpOpen && <IosHelp onClose={() => (setHelpOpen(false), void dismiss())} />}
    </>
  );
}
