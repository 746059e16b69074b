import { useAtomValue, useSetAtom } from 'jotai';
import { PHOTO_LIMITS, PHOTO_WORDS } from '#contract/photos.ts';
import type { Profile } from '#contract/profile.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { savePhotoAtom } from '#src/features/profile/profile.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { PhotoPick } from '#src/ui/photo/PhotoPick.tsx';
import styles from './Profile.module.css';

const date = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' });

/** Who it is: photograph, name, number, since when. */
export function WhoCard({ profile, canEdit }: { profile: Profile; canEdit: boolean }) {
  const { user } = useAtomValue(sessionAtom);
  const { name, first_name: first, middle_name: middle, last_name: last, is_company: isCompany } = profile;
  const whole = isCompany ? name : [first, middle, last].filter((part) => part !== '').join(' ') || name;
  const since = date.format(new Date(profile.registered_at)).replace(/\s?г\.$/, '');
  return (
    <section className={`card ${styles.who} ${styles.both}`} aria-labelledby="who-title">
      <Avatar name={name} photo={profile.photo} size="large" />
      <div>
        <h2 id="who-title">{whole}</h2>
        <p className="soft">
          {[user.cons_id, user.isOptovik ? 'оптовый покупатель' : user.status?.name.toLowerCase()]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="small mute">С нами с {since}</p>
      </div>
      {canEdit && <Photo hasPhoto={profile.photo !== null} />}
    </section>
  );
}

function Photo({ hasPhoto }: { hasPhoto: boolean }) {
  const { isOnline } = useAtomValue(networkAtom);
  const save = useSetAtom(savePhotoAtom);
  const toast = useSetAtom(showToastAtom);
  const pick = async (image: string | null): Promise<readonly string[]> => {
    const outcome = await save(image);
    if (outcome.kind === 'done') toast({ text: image === null ? 'Фото убрано' : 'Фото сохранено' });
    if (outcome.kind === 'failed') return [outcome.text];
    return outcome.kind === 'fields' ? Object.values(outcome.errors).flat() : [];
  };
  return (
    <div className={styles.photo}>
      <PhotoPick
        label={hasPhoto ? 'Заменить фото' : 'Добавить фото'}
        busyLabel="Отправляем фото…"
        maxBytes={PHOTO_LIMITS.bytes}
        tooLarge={PHOTO_WORDS.too_large}
        reason={isOnline ? null : 'Фото отправляется с\u00a0интернетом.'}
        onPick={pick}
      />
      {hasPhoto && isOnline && (
        <Button kind="quiet" onClick={() => void pick(null).then(([text]) => text && toast({ text }))}>
          Убрать фото
        </Button>
      )}
    </div>
  );
}
