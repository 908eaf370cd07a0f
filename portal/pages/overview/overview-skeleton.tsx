/** The shape of the overview while it loads, so that nothing moves when it arrives. */
import { Skeleton, SkeletonBlock } from '../../parts/feedback/skeleton.tsx';
import styles from './overview.module.css';

export function OverviewSkeleton() {
  return (
    <Skeleton>
      <div className={styles.page}>
        <SkeletonBlock height="5.5rem" />
        <div className={styles.pair}>
          <SkeletonBlock height="17rem" />
          <SkeletonBlock height="17rem" />
        </div>
        <SkeletonBlock height="4rem" />
        <SkeletonBlock height="16rem" />
      </div>
    </Skeleton>
  );
}
