import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { DESK_PICTURES_MOST, type DeskProduct } from '#contract/desk-products.ts';
import { PHOTO_LIMITS, PHOTO_WORDS } from '#contract/photos.ts';
import { addPictureAtom, setPicturesAtom } from '#src/staff/desk/products/desk-products.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { ErrorList } from '#src/ui/Field.tsx';
import { PhotoPick } from '#src/ui/photo/PhotoPick.tsx';
import styles from './DeskProduct.module.css';

/** Pictures are published at once, each by itself: there is nothing to type that could be lost. */
export function ProductPictures({ card, isOnline }: { card: DeskProduct; isOnline: boolean }) {
  const { product, pictures } = card;
  const add = useSetAtom(addPictureAtom);
  const put = useSetAtom(setPicturesAtom);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const hashes = pictures.map((one) => one.sha256);
  const order = (next: string[]) => void put(product.id, next).then(setErrors);
  const first = (hash: string) => order([hash, ...hashes.filter((one) => one !== hash)]);
  const isFull = pictures.length >= DESK_PICTURES_MOST;
  const reason = !isOnline ? 'Нужен интернет' : isFull ? `Картинок уже ${DESK_PICTURES_MOST}` : null;
  return (
    <section className={`card ${styles.box}`} aria-labelledby="product-pictures">
      <h2 id="product-pictures">Картинки</h2>
      {pictures.length === 0 && <p className="soft">Пока ни одной. Первая станет картинкой карточки.</p>}
      <ul className={styles.pictures}>
        {pictures.map(({ sha256, url }, i) => (
          <li key={sha256}>
            <img src={url} alt={`Картинка ${i + 1}: ${product.title}`} width={240} height={240} loading="lazy" />
            <span className={styles.moves}>
              {i > 0 && (
                <Button
                  kind="line"
                  disabled={!isOnline}
                  aria-label={`Сделать картинку ${i + 1} первой`}
                  onClick={() => first(sha256)}
                >
                  Первой
                </Button>
              )}
              {pictures.length > 1 && (
                <Button
                  kind="line"
                  disabled={!isOnline}
                  aria-label={`Убрать картинку ${i + 1}`}
                  onClick={() => order(hashes.filter((one) => one !== sha256))}
                >
                  Убрать
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <ErrorList id="product-pictures-errors" errors={errors} role="alert" />
      <PhotoPick
        label="Добавить картинку"
        busyLabel="Загружаем…"
        maxBytes={PHOTO_LIMITS.bytes}
        tooLarge={PHOTO_WORDS.too_large}
        reason={reason}
        onPick={(image) => add(product.id, image)}
      />
    </section>
  );
}
