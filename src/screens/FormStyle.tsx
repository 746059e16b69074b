import { AppearanceForm } from '#src/features/content/AppearanceForm.tsx';
import styles from './FormStyle.module.css';

/** /user/form-style «Оформление»: a choice of the device, so a guest has it too. */
export function FormStyle() {
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Оформление</h1>
      <p className="soft">Только для этого устройства.</p>
      <AppearanceForm />
    </div>
  );
}
