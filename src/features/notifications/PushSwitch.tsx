import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { loadPushAtom, pushAtom, switchPushAtom } from '#src/features/notifications/notifications.atoms.ts';
import type { PushState } from '#src/features/notifications/push.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { Note } from '#src/ui/Note.tsx';
import { Switch } from '#src/ui/Switch.tsx';
import styles from './Notifications.module.css';

/** Where there is no switch, its place says why, and what to do about it. */
const CLOSED: Partial<Record<PushState, string>> = {
  unsupported: 'Этот браузер не умеет показывать уведомления. Новости заказов приходят письмом и стоят здесь.',
  'home-screen':
    'На iPhone и iPad уведомления показывает приложение с экрана «Домой»: нажмите «Поделиться», потом «На экран „Домой“», и откройте Росток оттуда.',
  denied:
    'Уведомления этого сайта запрещены в браузере. Разрешите их в его настройках: значок слева от адреса, «Уведомления», «Разрешить».',
};

/** «Показывать на этом устройстве»: asked for here alone (docs/product/notifications.md#push). */
export function PushSwitch() {
  const state = useAtomValue(pushAtom);
  const load = useSetAtom(loadPushAtom);
  const turn = useSetAtom(switchPushAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known]);
  const change = async (isOn: boolean) => {
    setBusy(true);
    setProblem('');
    const refusal = await turn(isOn);
    setBusy(false);
    if (refusal === 'service')
      setProblem('Служба уведомлений браузера не ответила. Попробуйте ещё раз позже, письма приходят и так.');
    else if (refusal !== null && refusal !== 'denied') setProblem(failureText(refusal));
  };
  if (state === null) return null;
  const closed = CLOSED[state];
  return (
    <section className={`card ${styles.push}`} aria-labelledby="push-title">
      <h2 id="push-title" className="h3">
        На экране устройства
      </h2>
      {closed ? (
        <p className="soft">{closed}</p>
      ) : (
        <>
          <Switch
            checked={state === 'on'}
            disabled={isBusy}
            onChange={(isOn) => void change(isOn)}
            aria-describedby="push-hint"
          >
            Показывать на этом устройстве
          </Switch>
          <p id="push-hint" className="small soft">
            Только номер заказа и что с ним стало. После выхода из кабинета здесь ничего не появится.
          </p>
        </>
      )}
      <div aria-live="polite">
        {problem !== '' && (
          <Note kind="error" icon="alert">
            {problem}
          </Note>
        )}
      </div>
    </section>
  );
}
