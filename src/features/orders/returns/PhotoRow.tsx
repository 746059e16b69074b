import { IconButton } from '#src/ui/IconButton.tsx';
import styles from './Return.module.css';

type Props = { urls: readonly string[]; onRemove?: ((url: string) => void) | undefined };

/** Small pictures of what goes back; each opens as a whole. */
export function PhotoRow({ urls, onRemove }: Props) {
  if (urls.length === 0) return null;
  return (
    <ul className={styles.photos} aria-label="Фото">
      {urls.map((url, i) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            <img src={url} alt={`Фото ${i + 1}`} width={88} height={88} loading="lazy" />
          </a>
          {onRemove && (
            <IconButton icon="x" label={`Убрать фото ${i + 1}`} className={styles.drop} onClick={() => onRemove(url)} />
          )}
        </li>
      ))}
    </ul>
  );
}
