/**
 * Changes between two versions and their causes. Shown on a page of its own, where both versions can be chosen, and as a tab of a
 * version, which is then the newer one.
 */
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { WireVersion } from '../../../src/api/contract/services/version.ts';
import { isStatus, type ListAnswer } from '../../api/api-client.ts';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { versionDiff } from './compare-queries.ts';
import { versionList } from '../../queries/services/versions.ts';
import { parseCompareView } from '../../search-params/compare-view.ts';
import { ChangedComponents } from './changed-components.tsx';
import { CompareResult } from './compare-result.tsx';
import { CompareTools } from './compare-tools.tsx';

export interface VersionComparisonProps {
  readonly service: string;
  /** Undefined: the newest. */
  readonly head: string | undefined;
  /** The head is fixed because this is its page; only the base can be chosen. */
  readonly isHeadFixed?: boolean;
}

export function VersionComparison({ service, head, isHeadFixed = false }: VersionComparisonProps) {
  const { base, cause } = parseCompareView(useRouterState({ select: ({ location }) => location.search }));
  const versions = useQuery(versionList(service, { offset: 0 }));
  const newer = head ?? versions.data?.items[0]?.name;
  const hasTwo = (versions.data?.total ?? 0) > 1;
  const isOldest = newer !== undefined && isLast(versions.data, newer);
  const diff = useQuery({
    ...versionDiff(service, { base, head: newer ?? '' }),
    // The oldest version has no version before it.
    enabled: hasTwo && newer !== undefined && !(base === undefined && isOldest),
  });
  if (versions.error !== null) return <Problem error={versions.error} />;
  if (versions.data === undefined || newer === undefined) return <Loading rows={4} />;
  if (!hasTwo) {
    return <Notice kind="neutral">This service has only one version. Upload another version to compare.</Notice>;
  }
  // The URL may hold aliases or ids, or no base.
  const named = diff.isPlaceholderData || diff.error !== null ? undefined : diff.data;
  const isFirst = base === undefined && (isOldest || isStatus(diff.error, 404));
  return (
    <>
      <CompareTools
        service={service}
        pair={named === undefined ? { base, head: newer } : { base: named.base.name, head: named.head.name }}
        versions={versions.data.items}
        isHeadFixed={isHeadFixed}
      />
      {isFirst && <Notice kind="neutral">No earlier version. Choose a version to compare with.</Notice>}
      {diff.error !== null && !isFirst && <Problem error={diff.error} />}
      {diff.data === undefined && diff.error === null && !isFirst && <Loading rows={8} />}
      {diff.data !== undefined && diff.error === null && !isFirst && (
        <>
          <CompareResult service={service} diff={diff.data} cause={cause} />
          <ChangedComponents components={diff.data.components} />
        </>
      )}
    </>
  );
}

/** The oldest version is known only if the list is complete. */
function isLast(list: ListAnswer<WireVersion> | undefined, name: string): boolean {
  return list !== undefined && list.items.length === list.total && list.items.at(-1)?.name === name;
}
