import { Icon } from '#src/ui/Icon.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './IosHelp.module.css';

/** Safari has no call for it: the three steps are drawn. */
export function IosHelp({ onClose }: { onClose: () => void }) {
  return (
    <Sheet open title="Как установить на iPhone" onClose={onClose}>
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
      <p className={styles.more}>Откройте приложение один раз с интернетом, чтобы каталог сохранился и в нём.</p>
    </Sheet>
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
