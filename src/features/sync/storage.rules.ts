import type { Download } from '#src/features/sync/storage.atoms.ts';

/** A picture of 240 px weighs about this much (measured on the demo catalogue: AVIF 3.7, WebP 5.2 kB). */
const MEAN_BYTES = 4000;
/** So many held pictures tell more about this catalogue than a mean does. */
const ENOUGH = 20;

/** What a download will still take, in bytes. */
export function estimateDownload(wanted: number, held: { count: number; bytes: number }): number {
  const mean = held.count >= ENOUGH ? held.bytes / held.count : MEAN_BYTES;
  return Math.round(Math.max(0, wanted - held.count) * mean);
}

/** How a download ended, in one sentence; null while there is nothing to say. */
export function endWords(download: Download): string | null {
  if (download.kind !== 'ended') return null;
  const { end } = download;
  switch (end.kind) {
    case 'done':
      return end.missing === 0
        ? 'Готово: картинки на\u00a0телефоне.'
        : `Готово. Не\u00a0нашлись на\u00a0сервере: ${end.missing}.`;
    case 'limit':
      return 'Скачали сколько можно: на\u00a0картинки отведено 40\u00a0МБ.';
    case 'full':
      return 'На\u00a0телефоне не\u00a0осталось места. Что успели, сохранено.';
    case 'offline':
      return 'Связь прервалась. Что успели, сохранено\u00a0— продолжите, когда появится сеть.';
    case 'aborted':
      return 'Остановлено. Что успели, сохранено.';
    case 'unsupported':
      return 'Этот браузер не\u00a0умеет хранить картинки.';
    case 'elsewhere':
      return 'Картинки уже скачивает другая вкладка.';
  }
}
