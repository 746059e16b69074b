import { hashOf } from '#src/features/education/lesson-html.rules.ts';
import { useStoredPicture } from '#src/features/education/use-stored-picture.ts';
import { useMissing } from '#src/platform/api/use-missing.ts';

type Props = { url: string | null; className?: string | undefined };

/** The cover from this phone where it is here, else from the shop; without either only its paper. */
export function CourseCover({ url, className }: Props) {
  const stored = useStoredPicture(url === null ? null : hashOf(url));
  const [isLost, lose] = useMissing();
  const source = stored.url ?? (stored.isRead ? url : null);
  if (!source || (isLost && !stored.url)) return <span className={className} aria-hidden="true" />;
  return <img className={className} src={source} alt="" width={96} height={96} onError={lose} />;
}
