import { Icon } from '#src/ui/Icon.tsx';
import styles from './NotMedicine.module.css';

/**
 * The warning the law wants beside every supplement (docs/product/law.md): a framed line on the page; three words on a card
 * are NotMedicineMark.
 */
export function NotMedicine() {
  return (
    <p className={styles.long}>
      <Icon name="info" size={20} />
      БАД. Не является лекарственным средством.
    </p>
  );
}
