/** All findings in the newest version of every service, in pages. */
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Loading } from '../../parts/loading.tsx';
import { Problem } from '../../parts/problem.tsx';
import { organizationFindings } from '../../queries/organization-findings.ts';
import type { FindingView } from '../../views/finding-view.ts';
import { PlacedFindings } from './placed-findings.tsx';

export function AllFindings({ view }: { readonly view: FindingView }) {
  const list = useInfiniteQuery(organizationFindings(view));
  const findings = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.error !== null) return <Problem error={list.error} />;
  if (list.data === undefined) return <Loading rows={8} />;
  return (
    <>
      {findings.length > 0 && <PlacedFindings findings={findings} label="Findings" />}
      {list.hasNextPage && (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
