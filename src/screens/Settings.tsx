import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { AppearanceForm } from '#src/features/content/AppearanceForm.tsx';
import { loadProfileAtom, profileAtom } from '#src/features/profile/profile.atoms.ts';
import { MailingSwitch } from '#src/features/profile/SwitchesCard.tsx';
import { PriceViewCard } from '#src/features/session/PriceViewCard.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import styles from './Settings.module.css';

/** /user/settings «Настройки»: what holds for this device, and of an account what it is written about. */
export function Settings() {
  const { user } = useAtomValue(sessionAtom);
  const load = useSetAtom(loadProfileAtom);
  const profile = useAtomValue(profileAtom).data?.profile;
  useEffect(() => {
    if (!user.isGuest) void load();
  }, [load, user.id, user.isGuest]);
  return (
    <CabinetFrame>
      <div className={`wrap ${styles.page}`}>
        <h1 tabIndex={-1}>Настройки</h1>
        <div className={styles.parts}>
          <section className={`card ${styles.part}`} aria-labelledby="look-title">
            <h2 id="look-title">Оформление</h2>
            <p className="small soft">Только для этого устройства.</p>
            <AppearanceForm />
          </section>
          <div className={styles.side}>
            <PriceViewCard />
            {profile && <MailingSwitch profile={profile} canEdit={!user.readonly} />}
            <section className={`card ${styles.part}`} aria-labelledby="news-title">
              <h2 id="news-title">Уведомления</h2>
              <p className="soft">
                О поступлении товара пишем один раз, когда вы попросили об этом на его странице. О заказах пишем всегда.
              </p>
              {!user.isGuest && (
                <>
                  <Link href="/user/notifications" className={`link ${styles.way}`}>
                    На этом устройстве
                  </Link>
                  <Link href="/user/profile" className={`link ${styles.way}`}>
                    Почта и телефон
                  </Link>
                </>
              )}
              <Link href="/user/sync" className={`link ${styles.way}`}>
                Что хранит устройство
              </Link>
            </section>
          </div>
        </div>
      </div>
    </CabinetFrame>
  );
}
