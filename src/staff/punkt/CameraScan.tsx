import { useEffect, useRef, useState } from 'react';
import { openDetector } from '#src/staff/punkt/detector.ts';
import { SCAN_WORDS } from '#src/staff/punkt/scan.words.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './ScanField.module.css';

type Props = { onScan: (text: string) => void; onClose: () => void };
/** How often a picture is looked at. */
const LOOK_MS = 150;
/** The same code in sight is one scan until it has been away for so long. */
const AGAIN_MS = 2000;

/** The camera reads codes until it is closed: the one in front, then the next. */
export function CameraScan({ onScan, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const scan = useRef(onScan);
  useEffect(() => {
    scan.current = onScan;
  });
  useEffect(() => {
    const left = new AbortController();
    watch(video.current, left.signal, (text) => scan.current(text)).catch((error: unknown) => {
      if (!left.signal.aborted)
        setTrouble(error instanceof NoDetectorError ? SCAN_WORDS.noDetector : SCAN_WORDS.noCamera);
    });
    return () => left.abort();
  }, []);
  return (
    <div className={styles.camera}>
      {trouble === null ? (
        <>
          {/* What the camera sees is no film: it has nothing to hear. */}
          <video ref={video} muted playsInline className={styles.video} aria-label="Изображение камеры" />
          <p className="small soft">{SCAN_WORDS.aim}</p>
        </>
      ) : (
        <Note kind="seed" icon="camera">
          {trouble}
        </Note>
      )}
      <Button kind="line" onClick={onClose}>
        {SCAN_WORDS.closeCamera}
      </Button>
    </div>
  );
}

class NoDetectorError extends Error {
  override name = 'NoDetectorError' as const;
}
async function watch(video: HTMLVideoElement | null, signal: AbortSignal, tell: (text: string) => void): Promise<void> {
  const detector = await openDetector(signal);
  if (!detector) throw new NoDetectorError();
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted || !video) return stop();
  signal.addEventListener('abort', () => detector.close());
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  const seen = new Map<string, number>();
  while (!signal.aborted) {
    const found = await detector.look(video).catch(() => []);
    const now = performance.now();
    for (const text of found) {
      const isNew = now - (seen.get(text) ?? -AGAIN_MS) >= AGAIN_MS;
      seen.set(text, now);
      if (isNew && text !== '') tell(text);
    }
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
