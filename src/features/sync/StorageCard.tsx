import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import {
  cancelDownloadAtom,
  downloadAtom,
  downloadCatalogueAtom,
  forgetPicturesAtom,
  persistAtom,
  pictureKeysAtom,
  readStorageUseAtom,
  type StorageUse,
  storageUseAtom,
} from '#src/features/sync/storage.atoms.ts';
import { endWords, estimateDownload } from '#src/features/sync/storage.rules.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { lessonsCount, productsCount } from '#src/terms/counts.ts';
import { formatBytes, formatNumber, NBSP } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './SyncPage.module.css';

const picturesWords = ({ count, bytes }: StorageUse['seen']): string =>
  count === 0 ? 'нет' : `${formatNumber(count)}\u00a0шт., ${formatBytes(bytes)}`;

/** What this phone keeps, by kind, and the catalogue with its pictures on purpose (docs/product/offline.md#pictures-and-films). */
export function StorageCard() {
  const use = useAtomValue(storageUseAtom);
  const read = useSetAtom(readStorageUseAtom);
  const { rows, status } = useAtomValue(catalogueAtom);
  const { pending, rejected, bases } = useAtomValue(syncAtom);
  const { uid } = useAtomValue(sessionAtom);
  useEffect(() => void read(), [read, uid]);
  const own = useMemo(() => new Blob([JSON.stringify([pending, rejected, bases])]).size, [pending, rejected, bases]);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="sync-storage">
      <h2 id="sync-storage">На этом устройстве</h2>
      <ul className={styles.leads}>
        <li>
          <Lead
            name="Каталог"
            value={
              status === 'ready'
                ? `${productsCount(rows.length)}, ${formatBytes(use?.catalogue ?? 0)}`
                : 'ещё не\u00a0сохранён'
            }
            wraps
          />
        </li>
        <li>
          <Lead name="Картинки, что вы видели" value={use ? picturesWords(use.seen) : '…'} wraps />
        </li>
        <li>
          <Lead name="Скачанные картинки" value={use ? picturesWords(use.downloaded) : '…'} wraps />
        </li>
        {use !== null && use.lessons.lessons > 0 && (
          <li>
            <Lead
              name="Уроки"
              value={`${lessonsCount(use.lessons.lessons)}, ${formatBytes(use.lessons.bytes)}`}
              wraps
            />
          </li>
        )}
        {use !== null && use.lessons.filmBytes > 0 && (
          <li>
            <Lead name="Видео уроков" value={formatBytes(use.lessons.filmBytes)} wraps />
          </li>
        )}
        <li>
          <Lead name="Очередь, корзина, избранное" value={formatBytes(own)} wraps />
        </li>
        {use?.total !== null && (
          <li>
            <Lead name="Всего по оценке браузера" value={use ? formatBytes(use.total ?? 0) : '…'} strong wraps />
          </li>
        )}
      </ul>
      <p className="small mute">
        В{'\u00a0'}оценку входит и{'\u00a0'}само приложение; браузеры округляют её и{'\u00a0'}прибавляют запас.
      </p>
      {/* Until it is known: the room of the usual answer, so that nothing below it moves. */}
      <div className={use ? styles.send : `${styles.send} ${styles.unread}`}>
        <Persistence isPersisted={use ? use.isPersisted : false} />
      </div>
      <DownloadPictures held={use?.downloaded ?? { count: 0, bytes: 0 }} isKnown={use !== null} />
    </section>
  );
}

function Persistence({ isPersisted }: { isPersisted: boolean | null }) {
  const persist = useSetAtom(persistAtom);
  const [isRefused, setRefused] = useState(false);
  if (isPersisted === null) return null;
  if (isPersisted) return <p className="small soft">Браузер обещал хранить это, пока вы сами не{'\u00a0'}удалите.</p>;
  return (
    <>
      <p className="small soft">Когда на{'\u00a0'}телефоне кончится место, браузер может это стереть.</p>
      <Button kind="line" onClick={() => void persist().then((isGiven) => setRefused(!isGiven))}>
        Попросить хранить постоянно
      </Button>
      <output className="small soft">
        {isRefused &&
          'Браузер пока не\u00a0согласился: обычно он соглашается, когда приложение установлено и\u00a0им пользуются.'}
      </output>
    </>
  );
}

function DownloadPictures({ held, isKnown }: { held: StorageUse['downloaded']; isKnown: boolean }) {
  const download = useAtomValue(downloadAtom);
  const keys = useAtomValue(pictureKeysAtom);
  const start = useSetAtom(downloadCatalogueAtom);
  const cancel = useSetAtom(cancelDownloadAtom);
  const forget = useSetAtom(forgetPicturesAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const isRunning = download.kind === 'running';
  const isWhole = isKnown && keys.length > 0 && held.count >= keys.length;
  return (
    <div className={styles.download}>
      <h3>Каталог с{'\u00a0'}картинками</h3>
      <p className="small soft">
        Картинки всех товаров останутся на{NBSP}устройстве и{NBSP}будут видны без{NBSP}сети. Не{NBSP}больше 40{NBSP}МБ.
        {!isKnown && ' Сейчас это ≈ … МБ.'}
        {isKnown && !isWhole && keys.length > 0 && ` Сейчас это ≈ ${formatBytes(estimateDownload(keys.length, held))}.`}
      </p>
      {isRunning ? (
        <>
          <p className="num">
            {formatNumber(download.done)} из {formatNumber(download.total)} · {formatBytes(download.bytes)}
          </p>
          <progress max={download.total || 1} value={download.done} aria-label="Загрузка картинок" />
          <Button kind="line" onClick={() => cancel()}>
            Отменить
          </Button>
        </>
      ) : (
        <div className={styles.buttons}>
          {!isWhole && (
            <Button kind="soft" disabled={!isOnline} aria-describedby="download-why" onClick={() => void start()}>
              {held.count > 0 ? 'Докачать картинки' : 'Скачать каталог с\u00a0картинками'}
            </Button>
          )}
          {held.count > 0 && (
            <Button kind="quiet" onClick={() => void forget()}>
              Удалить скачанное
            </Button>
          )}
        </div>
      )}
      <p id="download-why" className="small soft" hidden={isOnline || isRunning || isWhole}>
        Нужен интернет
      </p>
      <output className="small soft">{endWords(download)}</output>
    </div>
  );
}
