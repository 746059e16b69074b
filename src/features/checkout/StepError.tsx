import { Icon } from '#src/ui/Icon.tsx';
import styles from './StepParts.module.css';

/** What a step misses, read aloud when it appears. */
export function StepError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} role="alert" className={styles.error} hidden={!text}>
      <Icon name="alert" size={18} />
      {text}
    </p>
  );
}
