import { Link } from 'wouter';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { AppearanceForm } from '#src/features/content/AppearanceForm.tsx';
import styles from './FormStyle.module.css';

/** /user/form-style «Оформление»: a choice of the device, so a guest has it too. */
export function FormStyle() {
  return (
    <CabinetFrame>
      <div className={`wrap ${styles.page}`}>
        <h1 tabIndex={-1}>Оформление</h1>
        <p className="soft">Только для этого устройства.</p>
        <div className={`card ${styles.part}`}>
          <AppearanceForm />
        </div>
        {/* A guest has no cabinet: what their phone keeps and sends is found from here. */}
        <section className={`card ${styles.part}`} aria-labelledby="device-title">
          <h2 id="device-title" className="h3">
            Что хранит устройство
          </h2>
          <p className="small soft">Что ждёт отправки, когда сверено с магазином и сколько занято места.</p>
          <Link href="/user/sync" className={`link ${styles.way}`}>
            Синхронизация
          </Link>
        </section>
      </div>
    </CabinetFrame>
  );
}
