/** Placeholder for content that is loading: rows, unless the content has another shape. */
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';
import { Skeleton, SkeletonRows } from './skeleton.tsx';

export function Loading({ rows = 3 }: { readonly rows?: number }) {
  return (
    <Skeleton>
      <SkeletonRows rows={rows} />
    </Skeleton>
  );
}

interface LoadingOrProblemProps {
  /** Undefined until it is loaded. */
  readonly data: unknown;
  readonly error: Error | null;
  readonly rows?: number;
  /** A skeleton in the shape of the content, instead of rows. */
  readonly shape?: ReactNode;
}

/** Above the content of a query, which is shown once it is loaded. */
export function LoadingOrProblem({ data, error, rows = 3, shape = <Loading rows={rows} /> }: LoadingOrProblemProps) {
  if (error !== null) return <Problem error={error} />;
  return data === undefined ? shape : null;
}
