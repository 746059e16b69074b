import styles from './StepList.module.css';

type Props = {
  /** In their order. */
  steps: readonly string[];
  /** Which of them one is at, from 0. */
  at: number;
  /** What the steps lead to, for who hears them. */
  label: string;
};

/** Where one is in a form of several steps: the ones behind, the one that is open, the ones to come. */
export function StepList({ steps, at, label }: Props) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, n) => (
        <li
          key={step}
          aria-current={n === at ? 'step' : undefined}
          className={n < at ? styles.was : n === at ? styles.on : undefined}
        >
          {step}
          {n < at && <span className="sr">, готово</span>}
        </li>
      ))}
    </ol>
  );
}
