import { useAtomValue, useSetAtom } from 'jotai';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { MESSAGES } from '#contract/messages.ts';
import type { Profile, ProfileChange } from '#contract/profile.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { saveProfileAtom } from '#src/features/profile/profile.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Switch } from '#src/ui/Switch.tsx';
import styles from './Profile.module.css';

type Props = { profile: Profile; canEdit: boolean };

/** «Кто что видит»: only a consultant has somebody to show contacts to. */
export function ContactsSwitch({ profile, canEdit }: Props) {
  if (profile.show_contacts === null) return null;
  return (
    <section className={`card ${styles.card}`} aria-labelledby="seen-title">
      <h2 id="seen-title">Кто что видит</h2>
      <ProfileSwitch
        title="Показывать мои контакты"
        hint="Клиенты видят телефон и почту на вашей карточке"
        isOn={profile.show_contacts}
        change={(isOn) => ({ show_contacts: isOn })}
        canEdit={canEdit}
      />
      <p className="small soft">
        Это отдельное согласие с датой: выключите, и контакты пропадут с карточки сразу.{' '}
        <Link href="/kompaniya/soglasie" className="link">
          Текст согласия
        </Link>
      </p>
    </section>
  );
}

export function MailingSwitch({ profile, canEdit }: Props) {
  return (
    <section id="mailing" className={`card ${styles.card}`} aria-labelledby="mailing-title">
      <h2 id="mailing-title">Рассылка</h2>
      <ProfileSwitch
        title="Новости и акции"
        hint="Письмами на вашу почту"
        isOn={profile.send_email}
        change={(isOn) => ({ send_email: isOn })}
        canEdit={canEdit}
      />
      <p className="small soft">
        О заказах, входе и пароле пишем всегда, без рекламы.{' '}
        <Link href="/kompaniya/soglasie-reklama" className="link">
          Текст согласия
        </Link>
      </p>
    </section>
  );
}

type SwitchProps = {
  title: string;
  hint: string;
  isOn: boolean;
  change: (isOn: boolean) => ProfileChange;
  canEdit: boolean;
};
/** It turns when the shop has said so: a consent that was not given must not look given. */
function ProfileSwitch({ title, hint, isOn, change, canEdit }: SwitchProps) {
  const { isOnline } = useAtomValue(networkAtom);
  const save = useSetAtom(saveProfileAtom);
  const toast = useSetAtom(showToastAtom);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const turn = async (next: boolean) => {
    if (isBusy) return;
    setBusy(true);
    const outcome = await save({ change: change(next) });
    setBusy(false);
    if (outcome.kind === 'failed') toast({ text: outcome.text });
    if (outcome.kind === 'fields') toast({ text: Object.values(outcome.errors).flat()[0] ?? MESSAGES.validation });
  };
  const reason = canEdit
    ? isOnline
      ? null
      : `${MESSAGES.needInternet}, чтобы изменить.`
    : 'Аккаунт только для просмотра.';
  return (
    <div className={styles.switch}>
      <Switch
        checked={isOn}
        disabled={reason !== null}
        className={styles.wide}
        aria-describedby={id}
        onChange={(next) => void turn(next)}
      >
        {title}
      </Switch>
      <p id={id} className="small soft">
        {hint}
        {reason !== null && `. ${reason}`}
      </p>
    </div>
  );
}
