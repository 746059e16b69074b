import { type ReactNode, useRef, useState } from 'react';
import type { LessonVideo as Video } from '#contract/education.ts';
import { hashOf } from '#src/features/education/lesson-html.rules.ts';
import { useStoredPicture } from '#src/features/education/use-stored-picture.ts';
import { Chip } from '#src/ui/Chip.tsx';
import styles from './LessonVideo.module.css';

const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;
/** So much of a film counts as watched (docs/product/people.md#education). */
const WATCHED_SHARE = 0.9;

type Props = {
  video: Video;
  /** False offline while the film is not on this phone. */
  isPlayable: boolean;
  onWatched: () => void;
  /** How the film is kept on this phone. */
  children?: ReactNode;
};

/** The film of a lesson: still picture, speed, and the mark at 90 % of what was really played. */
export function LessonVideo({ video, isPlayable, onWatched, children }: Props) {
  const element = useRef<HTMLVideoElement>(null);
  const [speed, setSpeed] = useState(1);
  const poster = useStoredPicture(video.poster ? hashOf(video.poster) : null);
  const onTime = () => {
    const { played, duration } = element.current ?? {};
    if (!played || !duration || !Number.isFinite(duration)) return;
    let seconds = 0;
    for (let i = 0; i < played.length; i += 1) seconds += played.end(i) - played.start(i);
    if (seconds >= duration * WATCHED_SHARE) onWatched();
  };
  const posterUrl = poster.url ?? (isPlayable ? (video.poster ?? undefined) : undefined);
  return (
    <section className={styles.video} aria-label={`Видео: ${video.title}`}>
      {/* The lesson's text says the same as the film. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={element}
        controls
        playsInline
        preload="metadata"
        poster={posterUrl}
        src={isPlayable ? video.url : undefined}
        aria-label={video.title}
        onTimeUpdate={onTime}
        onLoadedMetadata={() => {
          if (element.current) element.current.playbackRate = speed;
        }}
      />
      <fieldset className={styles.speeds}>
        <legend className="small mute">Скорость</legend>
        {SPEEDS.map((one) => (
          <Chip
            key={one}
            pressed={speed === one}
            onClick={() => {
              setSpeed(one);
              if (element.current) element.current.playbackRate = one;
            }}
          >
            {String(one).replace('.', ',')}×
          </Chip>
        ))}
      </fieldset>
      {!isPlayable && (
        <p className="small soft">
          Видео не{'\u00a0'}скачано, а{'\u00a0'}сети нет. Всё главное есть в{'\u00a0'}тексте ниже.
        </p>
      )}
      {children}
    </section>
  );
}
