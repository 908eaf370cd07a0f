/** All services, each with its newest version: open findings, changes, coverage, and state of the upload. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CommandBlock } from '../../parts/actions/command-block.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Skeleton, SkeletonBlock, SkeletonRows } from '../../parts/feedback/skeleton.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { Pager } from '../../parts/navigation/pager.tsx';
import { SearchBox } from '../../parts/navigation/search-box.tsx';
import { ITEMS_PER_PAGE, serviceList } from '../../queries/services/services.ts';
import { hasServiceFilters } from '../../search-params/page-views.ts';
import { toUploadCommand } from '../../text/upload-command.ts';
import { ServiceFilterBar } from './service-filters.tsx';
import { ServiceTable } from './service-table.tsx';
import styles from './services.module.css';

const route = getRouteApi('/services');

export function ServicesPage() {
  const view = route.useSearch();
  const { q, offset = 0 } = view;
  const isFiltered = hasServiceFilters(view);
  const { data, error } = useQuery(serviceList(view));
  return (
    <>
      <PageHead title="Services">Services</PageHead>
      <LoadingOrProblem data={data} error={error} shape={<ServicesSkeleton />} />
      {data !== undefined && (data.total > 0 || isFiltered) && (
        <>
          <div className={styles.tools}>
            <SearchBox q={q} label="Search services" placeholder="Service name" />
            <Pager offset={offset} limit={ITEMS_PER_PAGE} total={data.total} noun="service" />
          </div>
          <ServiceFilterBar view={view} />
        </>
      )}
      {data !== undefined && data.items.length > 0 && <ServiceTable services={data.items} />}
      {data?.items.length === 0 && <NoService isFiltered={isFiltered} total={data.total} />}
    </>
  );
}

/** Search, filters and table. */
function ServicesSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock height="2.25rem" />
      <SkeletonBlock height="2.25rem" />
      <SkeletonRows rows={10} />
    </Skeleton>
  );
}

/** A link may lead beyond the last page. */
function NoService({ isFiltered, total }: { readonly isFiltered: boolean; readonly total: number }) {
  if (isFiltered || total > 0) {
    return (
      <Notice kind="neutral">
        {total > 0 ? 'No services on this page.' : 'No matching services.'} <Link to="/services">Show all</Link>
      </Notice>
    );
  }
  return (
    <Notice kind="neutral">
      No services yet. Upload an SBOM with your token:
      <CommandBlock text={toUploadCommand(window.location.origin, '$ASSAY_TOKEN')} label="Command" />
    </Notice>
  );
}
