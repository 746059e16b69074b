import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Device } from '#contract/profile.ts';
import { devicesAtom, endDeviceAtom, loadDevicesAtom } from '#src/features/profile/devices.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatAt } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Profile.module.css';

/** Somebody who logs in often has many: these are enough to see whether one is a stranger's. */
const SHOWN = 5;

/** Where the account is open. Only the shop knows: without a signal nothing is listed. */
export function DevicesCard({ password }: { password: ReactNode }) {
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const { devices, failure } = useAtomValue(devicesAtom);
  const load = useSetAtom(loadDevicesAtom);
  const end = useSetAtom(endDeviceAtom);
  const [, go] = useLocation();
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    if (isOnline) void load();
  }, [load, uid, isOnline]);
  const others = devices?.filter((one) => !one.is_here) ?? [];
  return (
    <section id="devices" className={`card ${styles.card}`} aria-labelledby="devices-title">
      <h2 id="devices-title">Вход и устройства</h2>
      {password}
      {!isOnline && <p className="small soft">Где ещё открыт кабинет, узнаем, когда появится сеть.</p>}
      {isOnline && devices === null && !failure && <Skeleton height={120} radius={10} />}
      {isOnline && devices === null && failure && (
        <p className="small soft">
          {failureText(failure)}{' '}
          <button type="button" className={`link ${styles.plain}`} onClick={() => void load()}>
            Повторить
          </button>
        </p>
      )}
      {isOnline && devices !== null && (
        <>
          <ul className={styles.devices}>
            {(isWhole ? devices : devices.slice(0, SHOWN)).map((one) => (
              <DeviceRow key={one.id} device={one} onEnd={() => void end(one)} />
            ))}
          </ul>
          {devices.length > SHOWN && (
            <button type="button" className="link hit" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Свернуть' : `Показать все: ${devices.length}`}
            </button>
          )}
          <div className={styles.ends}>
            {others.length > 0 && (
              <Button kind="line" wide onClick={() => void end('others')}>
                Завершить все, кроме этого
              </Button>
            )}
            <Button
              kind="quiet"
              wide
              onClick={() => void (others.length > 0 ? end('others') : Promise.resolve()).then(() => go('/logout'))}
            >
              Выйти на всех устройствах
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const { name, kind, seen_at: at, is_here: isHere } = device;
  return (
    <li className={styles.device}>
      <Icon name={kind === 'phone' || kind === 'tablet' ? 'mobile' : 'screen'} size={24} className={styles.kind} />
      <span>
        <b>{name}</b>
        <br />
        <span className="small mute">{isHere ? 'сейчас' : `был открыт ${formatAt(at)}`}</span>
      </span>
      {isHere ? (
        <Tag>это устройство</Tag>
      ) : (
        <button type="button" className={`link ${styles.end}`} aria-label={`Завершить: ${name}`} onClick={onEnd}>
          Завершить
        </button>
      )}
    </li>
  );
}
