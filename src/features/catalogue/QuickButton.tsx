import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './QuickButton.module.css';

/** Over the picture of a card, for a pointer or the focus; comes after the first cards, and nothing moves when it does. */
export function QuickButton({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="quiet" className={styles.quick} onClick={onClick}>
      <Icon name="eye" size={20} />
      Быстрый просмотр
    </Button>
  );
}
