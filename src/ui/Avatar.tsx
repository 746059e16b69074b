import { useState } from 'react';
import styles from './Avatar.module.css';

type Props = {
  name: string;
  /** Where it is read; without one, and while there is no signal, the initials stand there. */
  photo: string | null | undefined;
  size?: 'large' | undefined;
};

/** Who it is, beside a name that says so: not announced. */
export function Avatar({ name, photo, size }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={`${styles.avatar} ${size ? styles[size] : ''}`} aria-hidden="true">
      {photo && photo !== broken ? (
        <img src={photo} alt="" width={96} height={96} decoding="async" onError={() => setBroken(photo)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

/** «Мария Соколова» → «МС»; «ООО «Лавка здоровья»» → «ОЛ». */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).map((word) => word.replaceAll(/[^\p{L}]/gu, ''));
  return words
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
}
