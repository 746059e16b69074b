import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { installAppAtom, quietInstallAtom } from '#src/features/install/install.atoms.ts';
import { IosHelp } from '#src/features/install/IosHelp.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './InstallBlock.module.css';

/** At the end of the front page, for whoever has not got the app and may install it here; else absent (docs/product/look.md#feel). */
export function InstallBlock() {
  const { kind } = useAtomValue(quietInstallAtom);
  const install = useSetAtom(installAppAtom);
  const [isHelpOpen, setHelpOpen] = useState(false);
  if (kind === 'none') return null;
  return (
    <aside className={styles.block} aria-label="Приложение">
      <Icon name="mark" className={styles.mark} />
      <div>
        <h2 className={styles.title}>Росток как приложение</h2>
        <p className={styles.about}>Каталог, избранное и корзина открываются сразу и без интернета.</p>
      </div>
      <Button kind="soft" onClick={() => (kind === 'ios' ? setHelpOpen(true) : void install())}>
        Установить
      </Button>
      {isHelpOpen && <IosHelp onClose={() => setHelpOpen(false)} />}
    </aside>
  );
}
