import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './ScreenSkeleton.module.css';

/** A page whose code is on its way: nothing for 300 ms, then its quiet outline. */
export function ScreenSkeleton({ isBare = false }: { isBare?: boolean }) {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true" data-phone-bare={isBare ? '' : undefined}>
      <Skeleton width="min(320px, 60%)" height={32} />
      <Skeleton width="min(560px, 100%)" />
      <Skeleton width="min(480px, 80%)" />
      <Skeleton width="100%" height={240} radius={12} />
    </div>
  );
}
